/** Pages in the order of the navigation. `/about` is the folder `about` of src/web/pages, `/` is `home`. */
export const pages = [
  { path: '/', name: 'Home' },
  { path: '/about', name: 'About' },
  { path: '/platform', name: 'Platform' },
  { path: '/ecosystems', name: 'Ecosystems' },
  { path: '/contact', name: 'Contact' },
];
