import { chakra } from '@chakra-ui/react'
import { infiniteQueryOptions, keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi, useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useDebounced } from '#client/lib/use-debounced.ts'
import { Card } from '#client/ui/card.tsx'
import { type Column, DataTable } from '#client/ui/data-table.tsx'
import { DateText } from '#client/ui/date-text.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { PlainLink } from '#client/ui/link.tsx'
import { PageHeading } from '#client/ui/page-heading.tsx'
import { SearchField } from '#client/ui/search-field.tsx'
import { Segmented } from '#client/ui/segmented.tsx'
import type { Reply } from '#contract/endpoint.ts'
import { searchUsers, USER_STATES } from '#contract/operations.ts'
import { EMAIL_LENGTH_MAX } from '#domain/email-address.ts'
import { ConsoleList } from './console-list.tsx'
import { Digits, useUserName } from './names.tsx'
import { consolePages } from './operator.queries.ts'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The search text of the list of users. */
    userSearch?: string
  }
}

const QUIET_MS = 250
const LIST = '/operations/users'

type UsersPageProps = { state: UserState; onState: (state: UserState) => void }

/** Customers, of one state or of all, with a search while typing. */
export function UsersPage({ state, onState }: UsersPageProps) {
  const { t } = useTranslation('operations')
  const { search, setSearch, asked } = useKeptSearch()
  const pages = useInfiniteQuery(userPagesQuery(asked, state))
  const columns = useColumns()
  return (
    <>
      <PageHeading title={t('users.title')} />
      <Card>
        <chakra.div marginBottom="4" maxWidth="44rem">
          <Segmented
            label={t('users.filter')}
            value={state}
            options={USER_STATES.map((value) => ({ value, label: t(`users.filters.${value}`) }))}
            onChange={onState}
          />
        </chakra.div>
        <ConsoleList
          pages={pages}
          search={
            <SearchField label={t('users.search')} value={search} maxLength={EMAIL_LENGTH_MAX} onChange={setSearch} />
          }
          empty={
            state !== 'ALL' && search.trim() === '' ? (
              <EmptyState title={t('users.noneOfState')} />
            ) : (
              <EmptyState title={t('users.empty.title')} text={t('users.empty.text')} />
            )
          }
        >
          {(rows) => <DataTable caption={t('users.caption')} rows={rows} keyOf={({ id }) => id} columns={columns} />}
        </ConsoleList>
      </Card>
    </>
  )
}

function useColumns(): readonly Column<UserRow>[] {
  const { t } = useTranslation('operations')
  const nameOf = useUserName()
  return [
    {
      key: 'name',
      label: t('users.name'),
      wide: true,
      cell: (user) => (
        <PlainLink to="/operations/users/$userId" params={{ userId: user.id }} color="gold" fontWeight="semibold">
          <bdi>{nameOf({ firstName: user.firstName, lastName: user.lastName })}</bdi>
        </PlainLink>
      ),
    },
    { key: 'mobile', label: t('users.mobile'), cell: ({ mobileNumber }) => <Digits text={mobileNumber} /> },
    {
      key: 'nationalCode',
      label: t('users.nationalCode'),
      cell: ({ nationalCode }) => (nationalCode ? <Digits text={nationalCode} /> : '–'),
    },
    {
      key: 'verification',
      label: t('users.verification'),
      cell: ({ authenticationType }) => t(`verification.${authenticationType}`),
    },
    { key: 'level', label: t('users.level'), cell: ({ userAccountLevel }) => t(`level.${userAccountLevel}`) },
    {
      key: 'state',
      label: t('users.state'),
      cell: ({ frozenBy }) => (
        <chakra.span color={frozenBy ? 'sell' : 'fg'} fontWeight={frozenBy ? 'semibold' : undefined}>
          {frozenBy ? t(`users.closedBy.${frozenBy}`) : t('users.active')}
        </chakra.span>
      ),
    },
    { key: 'since', label: t('users.since'), cell: ({ createdDate }) => <DateText at={createdDate} /> },
  ]
}

type UserRow = Reply<typeof searchUsers>['content'][number]

type UserState = (typeof USER_STATES)[number]

const userPagesQuery = (search: string, state: UserState) =>
  infiniteQueryOptions({
    ...consolePages(searchUsers, (before) => ({ body: { search, state, before } })),
    placeholderData: keepPreviousData,
  })

type KeptSearch = {
  readonly search: string
  readonly setSearch: (search: string) => void
  /** The text that is searched, after typing has paused. */
  readonly asked: string
}

/** The search for users, stored in the history entry of the list: a step back restores it, and no URL contains a national code. */
function useKeptSearch(): KeptSearch {
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

const route = getRouteApi('/operations/users')

export function UsersRoute() {
  const { state = 'ALL' } = route.useSearch()
  const navigate = route.useNavigate()
  // `state: true` keeps the text of the search, whatever state is chosen.
  const show = (next: typeof state) => void navigate({ search: { state: next }, state: true, replace: true })
  return <UsersPage state={state} onState={show} />
}
