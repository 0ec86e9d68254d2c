import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { defineConfig, type Plugin } from 'vite';
import { readThemeColors } from './src/config/read-theme-colors.ts';
import { imagesFolder } from './src/http/pages/static-files.ts';
import { findDrawingErrors } from './tools/check-drawing.ts';

/** The oldest versions that the site is built for: docs/decisions/0020-browser-support.md. */
export const oldestBrowsers = { chrome: 120, edge: 120, firefox: 128, safari: 17.4 };

/** In the notation of esbuild. iOS, too: it needs prefixes that Safari on a Mac does not. */
const targets = Object.entries({ ...oldestBrowsers, ios: oldestBrowsers.safari }).map(
  ([browser, version]) => browser + version,
);

/** Flag of Lightning CSS. */
const lightDark = 1 << 20;

export default defineConfig(({ command }) => ({
  appType: 'custom',
  publicDir: imagesFolder,
  // Inlined assets would need `data:` in the CSP, and add to every page.
  build: {
    assetsInlineLimit: 0,
    target: targets,
    // Documents work in browsers that are not hydrated: those of 2021 and newer.
    cssTarget: ['chrome92', 'firefox91', 'safari15', 'ios15'],
    modulePreload: { polyfill: false },
    rolldownOptions: {
      onLog(level, log, handle) {
        // Ignore 'use client': the site has no server components.
        if (log.code !== 'MODULE_LEVEL_DIRECTIVE') handle(level, log);
      },
    },
  },
  // Lightning CSS prepares each `color-scheme` for `light-dark()`, which the style sheet does not use.
  css: { lightningcss: { exclude: lightDark } },
  plugins: [themeColors, headerWidth, checkedDrawings, compileHint],
  environments: {
    client: {
      build: {
        manifest: true,
        rolldownOptions: {
          input: [
            'src/web/entry-client.ts',
            'src/web/hydrate.tsx',
            'src/web/styles/index.css',
            'src/web/styles/print.css',
          ],
          // Keeps what the entry script imports from hydrate.tsx.
          preserveEntrySignatures: 'allow-extension',
          treeshake: { propertyReadSideEffects: false },
          output: {
            codeSplitting: {
              // One for the entry script, one for hydration and what several pages share: otherwise each
              // shared module is another request.
              groups: [
                { name: 'entry-client', test: /entry-client\.ts$/ },
                { name: 'hydrate', test: /src\/web\/(hydrate\.tsx|ui\/(?!tabs|unfolding-plan))/ },
              ],
            },
          },
        },
      },
    },
    ssr: {
      // Bundles React's production build, independent of NODE_ENV at run time.
      resolve: { noExternal: command === 'build' ? true : [] },
      define: command === 'build' ? buildConstants : {},
      build: {
        ssr: true,
        copyPublicDir: false,
        // Loaded only with NODE_OPTIONS=--enable-source-maps, which takes 11 MB of memory.
        sourcemap: true,
        rolldownOptions: {
          // `npm run dev` runs from the sources.
          external: /development-site/,
          input: {
            'entry-server': 'src/web/entry-server.tsx',
            server: 'src/server/main.ts',
            inquiries: 'src/cli/main.ts',
          },
          // V8 stores a string with one character beyond Latin-1 in two bytes per character.
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
}));

const buildConstants = {
  'process.env.NODE_ENV': '"production"',
  /** Milliseconds since the epoch. */
  'import.meta.env.BUILT_AT': `${Date.now()}`,
};

/** Refuses a mark or drawing of which pages would leave out a part. A build checks all before it begins. */
const checkedDrawings: Plugin = {
  name: 'checked-drawings',
  apply: 'serve',
  enforce: 'pre',
  load: {
    filter: { id: /\/src\/content\/(mark|drawings\/[\w-]+)\.svg\?raw$/ },
    handler(id) {
      const file = path.relative('.', id.replace('?raw', ''));
      const [error] = findDrawingErrors(file, readFileSync(file, 'utf8'));
      if (error) throw new Error(error);
    },
  },
};

/**
 * Begins each script with V8's compile hint: V8 compiles the functions beside the main thread, instead of each
 * at its first call. V8 ignores a hint below the first line, into which Vite writes the list of preloads.
 */
const compileHint: Plugin = {
  name: 'compile-hint',
  applyToEnvironment: ({ name }) => name === 'client',
  generateBundle: {
    order: 'post',
    handler(_, bundle) {
      for (const file of Object.values(bundle)) {
        if (file.type === 'chunk') file.code = `//# allFunctionsCalledOnLoad\n${file.code}`;
      }
    },
  },
};

/** Replaces theme-colors.ts by its values: browsers cannot read palette.css. */
const themeColors: Plugin = {
  name: 'theme-colors',
  load: {
    filter: { id: /content\/theme-colors\.ts$/ },
    handler() {
      this.addWatchFile(path.resolve('src/content/palette.css'));
      return Object.entries(readThemeColors())
        .map(([name, value]) => `export const ${name} = ${JSON.stringify(value)};`)
        .join('\n');
    },
  },
};

/** Writes the width from which the links of the header stand in a row into the media queries of header.css. */
const headerWidth: Plugin = {
  name: 'header-width',
  transform: {
    filter: { id: /styles\/index\.css/ },
    handler(css) {
      for (const file of ['firm.ts', 'pages.ts', 'fonts/sans.woff2', 'fonts/serif.woff2'])
        this.addWatchFile(path.resolve('src/content', file));
      // Its own process reads the present content, and `node --watch` does not restart for these files.
      const output = execFileSync(process.execPath, ['tools/measure-header.ts']);
      const width = Number(output);
      return css
        .replaceAll('--header-row', `min-width: ${width}em`)
        .replaceAll('--header-menu', `max-width: ${width - 0.002}em`);
    },
  },
};
