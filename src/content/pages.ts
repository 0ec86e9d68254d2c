/**
 * Pages in the order of the navigation. The folder of `/about` in src/web/pages is `about`, that of
 * `/` is `home`.
 */
export const pages = [
  { path: '/', name: 'Home' },
  { path: '/about', name: 'About' },
  { path: '/platform', name: 'Platform' },
  { path: '/ecosystems', name: 'Ecosystems' },
  { path: '/contact', name: 'Contact' },
];
