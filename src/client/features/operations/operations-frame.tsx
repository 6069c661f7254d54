import { chakra } from '@chakra-ui/react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { SearchX } from 'lucide-react'
import { type ReactNode, useEffect, useState, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { MINUTE_MS } from '#client/lib/durations.ts'
import { useLanguage } from '#client/lib/locale.ts'
import { useOwnTitle } from '#client/lib/own-title.ts'
import { followProof, proofAsked } from '#client/lib/proof.ts'
import { Button } from '#client/ui/button.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { ButtonLink, TextLink } from '#client/ui/link.tsx'
import { QueryPlaceholder } from '#client/ui/query-view.tsx'
import { showDigits } from '#client/ui/show-digits.ts'
import { useHasRight } from './allowed.tsx'
import { ConsoleBand } from './console-band.tsx'
import { pageOf } from './console-pages.ts'
import {
  followEndedSession,
  followOperatorLogout,
  followSessionEnd,
  type OperatorFacts,
  operatorQuery,
  useOperatorLogout,
} from './operator.queries.ts'
import { ActUnderWay, OperatorProofSheet } from './operator-code.tsx'
import { OperatorLogin } from './operator-login.tsx'
import { PageLinks } from './page-links.tsx'

/** The frame of the console: the band, the links to its pages, and the login if no operator is signed in. */
export function OperationsFrame({ children }: { children: ReactNode }) {
  const client = useQueryClient()
  const query = useQuery(operatorQuery())
  const { data: operator } = query
  useEffect(() => followOperatorLogout(client), [client])
  useEffect(() => followEndedSession(client), [client])
  const expiresAt = operator?.expiresAt
  useEffect(() => (expiresAt === undefined ? undefined : followSessionEnd(client, expiresAt)), [client, expiresAt])
  const prover = useSyncExternalStore(followProof, proofAsked)
  // An act's form asks for the code itself.
  const [isActUnderWay, setActUnderWay] = useState(false)
  return (
    <ActUnderWay value={setActUnderWay}>
      <ConsoleBand>{operator && <Present operator={operator} />}</ConsoleBand>
      {operator && (
        <chakra.div maxWidth="86rem" marginInline="auto" paddingInline={{ base: '4', md: '6' }} paddingBlock="4">
          <PageLinks />
          <Page>{children}</Page>
        </chakra.div>
      )}
      {operator === null && <OperatorLogin />}
      {prover === 'operator' && !isActUnderWay && <OperatorProofSheet />}
      {operator === undefined && <QueryPlaceholder query={query} rows={6} />}
    </ActUnderWay>
  )
}

/** A page of the console, which sets the title of the browser's tab. If the operator's roles do not open it, a notice says so. */
function Page({ children }: { children: ReactNode }) {
  const { t } = useTranslation('desk')
  const { pathname } = useLocation()
  const has = useHasRight()
  const page = pageOf(pathname)
  useOwnTitle(t('title', { room: t(`room.${page?.word ?? 'overview'}`) }))
  if (!page || has(page.needs)) return children
  return (
    <EmptyState
      heading
      title={t('closed.title')}
      text={t('closed.text')}
      action={<TextLink to="/operations">{t('closed.back')}</TextLink>}
    />
  )
}

/** The signed-in operator, and the remaining time of the session. */
function Present({ operator }: { operator: OperatorFacts }) {
  const { t } = useTranslation('operations')
  const logout = useOperatorLogout()
  return (
    <>
      <bdi>{operator.name}</bdi>
      <SessionLeft expiresAt={operator.expiresAt} />
      <Button variant="quiet" size="sm" loading={logout.isPending} onClick={() => logout.mutate()}>
        {t('session.exit')}
      </Button>
    </>
  )
}

const SOON_MINUTES = 5

const Left = chakra('span', {
  base: { bg: 'sell.solid', color: 'white', paddingInline: '2', paddingBlock: '1', borderRadius: 'sm' },
})

/**
 * The remaining time of an unused session, shown from five minutes before its end; any act extends it. The approaching end is announced once. At the
 * end the server is asked, and its answer leads to the login.
 */
function SessionLeft({ expiresAt }: { expiresAt: string }) {
  const { t } = useTranslation('operations')
  const language = useLanguage()
  const minutes = useMinutesLeft(expiresAt)
  const isSoon = minutes <= SOON_MINUTES
  const shown = showDigits(String(minutes), language)
  return (
    <>
      {isSoon && <Left>{minutes === 0 ? t('session.ended') : t('session.left', { minutes: shown })}</Left>}
      <chakra.span role="status" srOnly>
        {isSoon && t('session.soon')}
      </chakra.span>
    </>
  )
}

function useMinutesLeft(expiresAt: string): number {
  const client = useQueryClient()
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), MINUTE_MS / 4)
    return () => clearInterval(timer)
  }, [])
  const end = Date.parse(expiresAt)
  useEffect(() => {
    if (now >= end) void client.invalidateQueries({ queryKey: operatorQuery().queryKey })
  }, [now, end, client])
  return Math.max(0, Math.ceil((end - now) / MINUTE_MS))
}

/** Shown for a URL of the console without a page. */
export function NoPage() {
  const { t } = useTranslation('operations')
  return (
    <EmptyState
      heading
      icon={<SearchX size={24} />}
      title={t('noRoom.title')}
      text={t('noRoom.text')}
      action={<ButtonLink to="/operations">{t('noRoom.action')}</ButtonLink>}
    />
  )
}
