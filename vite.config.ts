import { defineConfig, type Plugin } from 'vite';
import { oldestBrowsers } from './build/oldest-browsers.ts';
import { fixedThemeColors, palette } from './build/palette-plugin.ts';
import { serverBundle } from './build/server-bundle.ts';
import { subsetFonts } from './build/subset-fonts.ts';

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
  plugins: [
    palette(),
    fixedThemeColors(),
    subsetFonts(),
    smallPreload(),
    sonnerWithoutInjectedStyles(),
    noInfiniteQueries(),
    radixWithoutNames(),
    ...serverBundle(),
  ],
  environments: {
    client: {
      build: {
        manifest: true,
        rolldownOptions: {
          input: ['app/boot.ts', 'app/styles/index.css'],
          output: {
            codeSplitting: {
              // What every page needs, in one file: it compresses better than in eight.
              groups: [
                {
                  name: 'client',
                  test: /app\/(client\.tsx|drawings|components\/(after-painting|body-plan|sections|unbroken))/,
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
          input: ['app/render.tsx', 'server.ts'],
          // Of a string with one letter beyond Latin-1, V8 keeps two bytes for each letter.
          output: {
            charset: 'ascii',
            comments: false,
            minifyInternalExports: false,
            chunkFileNames: '[name].js',
            codeSplitting: { groups: [{ name: 'builtins', test: /^\0builtin:/ }] },
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

/** Vite's own preloading weighs 0.7 kB, most of it for style sheets, of which our chunks have none. */
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

/** sonner adds a `<style>` from its script, which our policy forbids; app/styles has its rules. */
function sonnerWithoutInjectedStyles(): Plugin {
  return {
    name: 'sonner-without-injected-styles',
    transform: {
      filter: { id: /node_modules\/sonner\/dist\/index\.mjs/ },
      handler(code) {
        const injection = /^__insertCSS\(.*\);$/m;
        if (!injection.test(code)) this.error('sonner no longer injects its styles this way');
        return { code: code.replace(injection, ''), map: null };
      },
    },
  };
}

/** TanStack Query's lists that grow by pages, which come along with a client that only sends. */
function noInfiniteQueries(): Plugin {
  return {
    name: 'no-infinite-queries',
    transform: {
      filter: { id: /query-core\/build\/modern\/query\.js/ },
      handler(code) {
        const choice = /this\.#queryType === "infinite" \? infiniteQueryBehavior\([^)]*\) : /;
        if (!choice.test(code))
          this.error('TanStack Query no longer chooses its behavior this way');
        return { code: code.replace(choice, ''), map: null };
      },
    },
  };
}

/** Radix tells each function its name, for stack traces, and so keeps those, too, that nobody calls. */
function radixWithoutNames(): Plugin {
  return {
    name: 'radix-without-names',
    transform: {
      filter: { id: /node_modules\/@radix-ui\/[^/]+\/dist\/index\.mjs/, code: '__name' },
      handler(code) {
        const definition = /^var __name = .*;$/m;
        if (!definition.test(code)) this.error('Radix no longer names its functions this way');
        const identity = '/* @__NO_SIDE_EFFECTS__ */ const __name = (named) => named;';
        return { code: code.replace(definition, identity), map: null };
      },
    },
  };
}
