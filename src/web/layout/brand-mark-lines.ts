/** The brand mark in a view box of 30 x 30: two frames of a hull, and its keel. */
export const brandMark = {
  hull: 'M2 4c0 13 6 20 13 23 7-3 13-10 13-23',
  frame: 'M7.5 4c0 11 3 18 7.5 23 4.5-5 7.5-12 7.5-23',
  keel: 'M15 1v28',
};
