import { measureBytes, renderDocuments } from '../../tools/measure-bytes.ts';

export const measurements = await measureBytes(await renderDocuments());
