/** The oldest versions that the site is built for: docs/decisions/0020-browser-support.md. */
export const oldestBrowsers = { chrome: 120, edge: 120, firefox: 128, safari: 17.4 };
