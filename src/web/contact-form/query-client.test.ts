import { expect, it } from 'vitest';
import { createQueryClient } from './send-inquiry.ts';

it('has the defaults of part 9 of the specification', () => {
  expect(createQueryClient().getDefaultOptions()).toEqual({
    queries: {
      staleTime: 300_000,
      gcTime: 600_000,
      retry: 2,
      refetchOnWindowFocus: false,
    },
    mutations: { retry: 1 },
  });
});
