import { measureBytes } from '../../tools/measure-bytes.ts';

export const measurements = await measureBytes();
