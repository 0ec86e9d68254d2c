/** The text of some markup, as far as these pages go. */
export const plain = (markup: string) =>
  markup
    .replaceAll(/<!--.*?-->|<\/?span[^>]*>/g, '')
    .replaceAll('&amp;', '&')
    .replaceAll('&#x27;', "'")
    .trim();
