import { defineConfig, type Plugin } from 'vite';
import { oldestBrowsers } from './tools/oldest-browsers.ts';
import { palette } from './tools/palette/palette-plugin.ts';
import { subsetFonts } from './tools/subset-fonts.ts';

export default defineConfig(({ command }) => ({
  appType: 'custom',
  publicDir: false,
  // A data: URL would need a wider security policy, and would weigh on every page.
  build: {
    assetsInlineLimit: 0,
    // Newer syntax and styles are rewritten for these.
    target: Object.entries(oldestBrowsers).map(([name, version]) => name + version),
    modulePreload: { polyfill: false },
    rolldownOptions: {
      onLog(level, log, handle) {
        // 'use client' means nothing to a site without server components.
        if (log.code !== 'MODULE_LEVEL_DIRECTIVE') handle(level, log);
      },
    },
  },
  plugins: [palette(), subsetFonts(), smallPreload()],
  environments: {
    client: {
      build: {
        manifest: true,
        rolldownOptions: {
          input: ['src/web/entry-client.ts', 'src/web/styles/index.css'],
          treeshake: { propertyReadSideEffects: false },
          output: {
            codeSplitting: {
              // What every page needs, in one file: it compresses better than in eight.
              groups: [
                {
                  name: 'hydrate',
                  test: /src\/web\/(hydrate\.tsx|drawings|ui\/(hull-illustration|sections|no-break-hyphens))/,
                },
              ],
            },
          },
        },
      },
    },
    ssr: {
      // Bundled whole and with that constant, so that React's production build, and no other, is in
      // it whatever NODE_ENV says.
      resolve: { noExternal: command === 'build' || [], external: ['vite'] },
      ...(command === 'build' && { define: { 'process.env.NODE_ENV': '"production"' } }),
      build: {
        ssr: true,
        // Read only with NODE_OPTIONS=--enable-source-maps, which takes 11 MB of memory.
        sourcemap: true,
        rolldownOptions: {
          input: ['src/web/entry-server.tsx', 'src/server.ts'],
          // Of a string with one letter beyond Latin-1, V8 keeps two bytes for each letter.
          output: {
            charset: 'ascii',
            comments: false,
            minifyInternalExports: false,
            chunkFileNames: '[name].js',
          },
        },
      },
    },
  },
  builder: {
    async buildApp({ build, environments: { client, ssr } }) {
      if (client) await build(client);
      if (ssr) await build(ssr);
    },
  },
}));

/**
 * Replaces Vite's preload helper, which knows style sheets and errors besides: with it boot would have
 * 2.6 kB instead of 2.1, above the 2.2 kB that a page may load before the visitor's first intent.
 */
function smallPreload(): Plugin {
  return {
    name: 'small-preload',
    enforce: 'pre',
    load: {
      filter: { id: /vite\/preload-helper/ },
      handler: () => `export const __vitePreload = (load, files = []) => {
        for (const file of files) {
          const link = document.createElement('link');
          document.head.append(Object.assign(link, { rel: 'modulepreload', href: '/' + file }));
        }
        return load();
      }`,
    },
  };
}
