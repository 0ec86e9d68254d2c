import { createTextRepresentation } from './negotiate.ts';
import { toBrotli, toGzip } from './precompress.ts';
import type { Renderer } from './site.ts';
import type { StaticFiles } from './static-files.ts';

/** Renders the files for crawlers and browsers, such as sitemap.xml, by URL path. */
export async function renderMetadataFiles(
  { renderMetadataFiles }: Renderer,
  publicUrl: string | undefined,
  builtAt: number,
): Promise<StaticFiles> {
  const files = Object.entries(renderMetadataFiles(publicUrl, builtAt)).map(
    async ([urlPath, { type, body }]) => {
      const headers = { 'content-type': type, 'cache-control': 'public, no-cache' };
      const file = createTextRepresentation(body, headers);
      file.bodies.br = await toBrotli(file.bodies.identity);
      file.bodies.gzip = await toGzip(file.bodies.identity);
      return [urlPath, file] as const;
    },
  );
  return new Map(await Promise.all(files));
}
