import { createFileRoute } from '@tanstack/react-router'
import { SupportPage } from '#client/features/support/support-page.tsx'
import { readTicketAbout } from '#client/features/support/ticket-about.ts'

const SIZES = [10, 20, 50]

export interface SupportSearch {
  page?: number | undefined
  perPage?: number | undefined
  /** The form of a new ticket: empty, or about this subject. */
  open?: string | undefined
}

const wholePage = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isInteger(value) && value > 1 && value <= 1_000 ? value : undefined

export const Route = createFileRoute('/profile/support')({
  staticData: { title: 'support' },
  // `undefined` must be explicit: the router merges this result into the original search parameters.
  validateSearch: ({ page, perPage, open }: Record<string, unknown>): SupportSearch => ({
    page: wholePage(page),
    perPage: SIZES.find((size) => size === perPage),
    open: typeof open === 'string' ? open : undefined,
  }),
  component: Support,
})

function Support() {
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  const { page = 1, perPage = 10, open } = search
  const show = (change: SupportSearch, { replace }: { replace: boolean }) =>
    void navigate({ search: { ...search, ...change }, replace, resetScroll: false })
  return (
    <SupportPage
      page={page}
      size={perPage}
      opening={open === undefined ? undefined : { about: readTicketAbout(open) }}
      onPage={(next) => void navigate({ search: { ...search, page: next } })}
      // A new history entry, so that a step back closes the form.
      onOpen={() => show({ open: 'new' }, { replace: false })}
      onDetach={() => show({ open: 'new' }, { replace: true })}
      onClose={() => show({ open: undefined }, { replace: true })}
    />
  )
}
