import { defineConfig, type Plugin } from 'vite';

export default defineConfig(({ command }) => ({
  appType: 'custom',
  publicDir: 'app/public',
  // A data: URL would need a wider security policy, and would weigh on every page.
  build: {
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      onLog(level, log, handle) {
        // 'use client' means nothing to a site without server components.
        if (log.code !== 'MODULE_LEVEL_DIRECTIVE') handle(level, log);
      },
    },
  },
  plugins: [sonnerWithoutInjectedStyles()],
  environments: {
    client: {
      build: {
        outDir: 'dist/client',
        manifest: true,
        rolldownOptions: { input: ['app/boot.ts', 'app/styles/index.css'] },
      },
    },
    ssr: {
      // Bundled whole, so that React's production build is used whatever NODE_ENV says.
      resolve: { noExternal: command === 'build' || [] },
      build: {
        ssr: true,
        outDir: 'dist/server',
        copyPublicDir: false,
        rolldownOptions: { input: 'app/render.tsx' },
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
