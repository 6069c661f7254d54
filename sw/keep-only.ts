import { ExpirationPlugin } from 'workbox-expiration'

const DAY_S = 24 * 60 * 60

/**
 * Limits a cache in number and age. Answers vary by encoding and language: Workbox deletes by the URL alone, which matches none of them without
 * `ignoreVary`.
 */
export const keepOnly = ({ entries, days }: { readonly entries: number; readonly days: number }) =>
  new ExpirationPlugin({
    maxEntries: entries,
    maxAgeSeconds: days * DAY_S,
    purgeOnQuotaError: true,
    matchOptions: { ignoreVary: true },
  })
