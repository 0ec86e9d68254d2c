/** Traces of the firm with which this repository comes: a copy's run finds what is left of it. */
export const shippedName = 'Aldermere Capital';

export const shippedWords = /\b(?:aldermere|keels?|hulls?|seaport|hale|photo-1494412574643)\b/i;

/** The first digits of the SHA-256 hashes of its mark, drawings and images. */
export const shippedImages = [
  ...['653146d3', 'd30262b9', '425027d4', 'f1618b24', '7d9f3975', 'ec5e230e'],
  ...['ed90d7d3', 'f7a61872', '535226bd', 'ed1d72fc', 'da407478', '797fe987'],
  ...['b220471d', 'd6dcf9c9', '32e4d937', 'ddcdfac1', 'ea56d018', 'fe1cf7d1'],
];
