/** Returns the URL of the hero image at `width` pixels. `url`: `firm.heroImage.url`. */
export function getHeroImageUrl(url: string, width: number): string {
  const height = Math.round(width / 1.5);
  return url.replace('{width}', `${width}`).replace('{height}', `${height}`);
}
