import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useDebounced } from '#client/lib/use-debounced.ts'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The search text of the list of users. */
    userSearch?: string
  }
}

const QUIET_MS = 250
const LIST = '/operations/users'

type KeptSearch = {
  readonly search: string
  readonly setSearch: (search: string) => void
  /** The text that is searched, after typing has paused. */
  readonly asked: string
}

/** The search for users, stored in the history entry of the list: a step back restores it, and no URL contains a national code. */
export function useKeptSearch(): KeptSearch {
  const router = useRouter()
  const [search, setSearch] = useState(() => router.state.location.state.userSearch ?? '')
  const asked = useDebounced(search.trim(), QUIET_MS)
  useEffect(() => {
    const { pathname, state } = router.state.location
    // While another page is opening, its history entry must not change.
    if (pathname !== LIST || (state.userSearch ?? '') === asked) return
    const kept = asked === '' ? {} : { userSearch: asked }
    void router.navigate({ to: LIST, search: true, state: kept, replace: true, resetScroll: false })
  }, [router, asked])
  return { search, setSearch, asked }
}
