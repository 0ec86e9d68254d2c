import { type ContactProblem, contactProblems, wrongType } from './contact-problems.ts';
import { createPostReader, type PostProblem, type ReadPostDependencies } from './read-post.ts';

export type ContactRequest = { ok: true; text: string } | { ok: false; problem: ContactProblem };

const problems: Record<Exclude<PostProblem, 'wrong type'>, ContactProblem> = {
  'other site': contactProblems.otherSite,
  compressed: contactProblems.compressed,
  'too large': contactProblems.tooLarge,
  'not UTF-8': contactProblems.notUtf8,
  'cut off': contactProblems.cutOff,
};

/** Reads a submission's text, or says why it is not looked at. */
export function createContactReader(mediaType: string, dependencies: ReadPostDependencies) {
  const readPost = createPostReader(mediaType, dependencies);
  return async (request: Request): Promise<ContactRequest> => {
    const read = await readPost(request);
    if (read.ok) return read;
    const { reason } = read;
    const problem = reason === 'wrong type' ? wrongType(mediaType) : problems[reason];
    return { ok: false, problem };
  };
}
