import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useDebounced } from '#client/lib/use-debounced.ts'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** What was searched for among the users. */
    userSearch?: string
  }
}

const QUIET_MS = 250
const LIST = '/operations/users'

type KeptSearch = {
  readonly search: string
  readonly setSearch: (search: string) => void
  /** What is asked for, once the typing rests. */
  readonly asked: string
}

/** The search of the users, kept with the list's entry of the browser's history: a step back finds it again, and a national code stands in no address. */
export function useKeptSearch(): KeptSearch {
  const router = useRouter()
  const [search, setSearch] = useState(() => router.state.location.state.userSearch ?? '')
  const asked = useDebounced(search.trim(), QUIET_MS)
  useEffect(() => {
    const { pathname, state } = router.state.location
    // On the way to another page its entry is not written to.
    if (pathname !== LIST || (state.userSearch ?? '') === asked) return
    const kept = asked === '' ? {} : { userSearch: asked }
    void router.navigate({ to: LIST, search: true, state: kept, replace: true, resetScroll: false })
  }, [router, asked])
  return { search, setSearch, asked }
}
