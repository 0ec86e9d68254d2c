import { weighBuild } from '../../tools/page-weight.ts';

/** Transfer sizes of a visit, which do not depend on the machine. */
export const measurements = await weighBuild();
