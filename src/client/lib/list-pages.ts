/** Of a list that is read on from where the last page ended. Nobody counts its pages, however often it is polled. */
export const listPages = {
  initialPageParam: '',
  getNextPageParam: ({ next }: { next?: string | undefined }) => next,
  networkMode: 'online',
} as const
