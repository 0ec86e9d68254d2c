/** Returns the URL of a hero image of a width in pixels, from the `url` of `firm.heroImage`. */
export function getHeroImageUrl(url: string, width: number): string {
  const height = Math.round(width / 1.5);
  return url.replace('{width}', `${width}`).replace('{height}', `${height}`);
}
