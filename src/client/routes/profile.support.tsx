import { createFileRoute } from '@tanstack/react-router'
import { SupportPage } from '#client/features/support/support-page.tsx'
import { readTicketAbout } from '#client/features/support/ticket-about.ts'

const SIZES = [10, 20, 50]

export interface SupportSearch {
  page?: number | undefined
  perPage?: number | undefined
  /** The form of a new ticket: empty, or what it is about. */
  open?: string | undefined
}

const wholePage = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isInteger(value) && value > 1 && value <= 1_000 ? value : undefined

export const Route = createFileRoute('/profile/support')({
  staticData: { title: 'support' },
  // `undefined` has to be said: the router lays this over the address as it was typed.
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
      // An entry of its own, so that a step back closes the form.
      onOpen={() => show({ open: 'new' }, { replace: false })}
      onDetach={() => show({ open: 'new' }, { replace: true })}
      onClose={() => show({ open: undefined }, { replace: true })}
    />
  )
}
