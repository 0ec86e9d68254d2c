import { firm } from '../content/firm.ts';
import { themeColors } from './theme-colors.ts';

/** site.webmanifest. The icons are drawn by the build. */
export const webManifest = {
  id: '/',
  name: firm.name,
  description: firm.blurb,
  lang: 'en',
  start_url: '/',
  scope: '/',
  display: 'browser',
  theme_color: themeColors.ink.light,
  background_color: themeColors.film.light,
  icons: [
    { src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml' },
    { src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
    { src: '/icon-512.png', sizes: '512x512', type: 'image/png' },
    { src: '/icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
  ],
};
