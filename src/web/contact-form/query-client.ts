import { QueryClient } from '@tanstack/react-query';

const minuteMs = 60 * 1000;

/** Creates a client with the defaults of the specification's part 9. */
export const createQueryClient = () =>
  new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 5 * minuteMs,
        gcTime: 10 * minuteMs,
        retry: 2,
        refetchOnWindowFocus: false,
      },
      mutations: { retry: 1 },
    },
  });
