export const allPages = [
  { path: '/', name: 'Home' },
  { path: '/about', name: 'About' },
  { path: '/platform', name: 'Platform' },
  { path: '/ecosystems', name: 'Ecosystems' },
  { path: '/contact', name: 'Contact' },
];

/** An address without a page. */
export const unknownPath = '/no/such/page';
