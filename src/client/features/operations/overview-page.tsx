import { chakra } from '@chakra-ui/react'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { callApi } from '#client/lib/call-api.ts'
import { Checkbox } from '#client/ui/checkbox.tsx'
import { DateText } from '#client/ui/date-text.tsx'
import { DecimalText } from '#client/ui/decimal-text.tsx'
import { PlainLink } from '#client/ui/link.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { PageHeading } from '#client/ui/page-heading.tsx'
import { QueryView } from '#client/ui/query-view.tsx'
import { RefusalNotice } from '#client/ui/refusal-notice.tsx'
import { Section } from '#client/ui/section.tsx'
import { SkeletonRows } from '#client/ui/skeleton.tsx'
import { getDuty, setDuty } from '#contract/operations.ts'
import { ADMINS_MIN } from '#domain/operator-rights.ts'
import { WAITING_KINDS, type WaitingKind } from '#domain/waiting-work.ts'
import { useHasRight } from './allowed.tsx'
import { CONSOLE_PAGES } from './console-pages.ts'
import { useListText } from './names.tsx'
import { answerOf, consoleQuery } from './operator.queries.ts'
import { figuresQuery, type Overview, overviewQuery } from './overview.queries.ts'
import { FiguresSection } from './overview-figures.tsx'
import { HealthSection } from './overview-health.tsx'
import { BackingSection, HeldSections } from './overview-holdings.tsx'
import { RestoreNotice } from './restore-notice.tsx'

/** They fill a screen. */
const FIRST_ROWS = 12

/** Waiting work, the figures of the day, and the state of the system. */
export function OverviewPage() {
  const { t } = useTranslation(['desk', 'safety'])
  const overview = useQuery(overviewQuery())
  const figures = useQuery(figuresQuery())
  // Waiting work, warnings and the duty appear together: each alone would push down what stands below it.
  const areComing = [overview, useQuery(dutyQuery())].some(({ isLoading }) => isLoading)
  if (areComing)
    return (
      <>
        <PageHeading title={t('room.overview')} />
        <SkeletonRows rows={FIRST_ROWS} />
      </>
    )
  return (
    <>
      <PageHeading title={t('room.overview')} />
      {overview.data && <RestoreNotice restore={overview.data.restore} />}
      {overview.data && <AccessNotice access={overview.data.access} />}
      <chakra.div
        display="grid"
        gap="4"
        alignContent="start"
        gridTemplateColumns={{ base: 'minmax(0, 1fr)', lg: 'repeat(2, minmax(0, 1fr))' }}
      >
        <Section title={t('overview.waiting.title')}>
          <QueryView query={overview} data={overview.data} rows={5}>
            {({ waiting, closed }) => (
              <>
                <WaitingList waiting={waiting} />
                <ClosedAccounts closed={closed} />
              </>
            )}
          </QueryView>
          <DutyRow />
        </Section>
        <Section title={t('overview.health.title')}>
          <QueryView query={overview} data={overview.data} rows={5}>
            {({ health }) => <HealthSection health={health} />}
          </QueryView>
        </Section>
        <chakra.div gridColumn={{ lg: '1 / -1' }} minWidth="0">
          <Section title={t('overview.figures.title')} note={t('overview.figures.text')}>
            <QueryView query={figures} data={figures.data} rows={5}>
              {({ days }) => <FiguresSection days={days} />}
            </QueryView>
          </Section>
        </chakra.div>
        {figures.data && (
          <chakra.div gridColumn={{ lg: '1 / -1' }} minWidth="0">
            <BackingSection rows={figures.data.backing} />
          </chakra.div>
        )}
        {figures.data && <HeldSections figures={figures.data} />}
      </chakra.div>
    </>
  )
}

/** Waiting work, each kind with a link to its page, if it has one and the operator's role opens it. */
function WaitingList({ waiting }: { waiting: Overview['waiting'] }) {
  const { t } = useTranslation('desk')
  return (
    <chakra.ul display="grid" alignContent="start">
      {WAITING_KINDS.map((kind, index) => {
        const { count, oldest } = waiting[kind]
        return (
          <chakra.li
            key={kind}
            display="flex"
            flexWrap="wrap"
            alignItems="center"
            gap="3"
            // As high in total as the facts of the system next to it.
            minHeight={{ base: 'tap', lg: '4.25rem' }}
            borderTopWidth={index === 0 ? '0' : '1px'}
            borderColor="line"
            fontSize="sm"
          >
            <Kind kind={kind} />
            {count > 0 && oldest && (
              <chakra.span color="fg.muted" fontSize="xs">
                {t('overview.waiting.since')} <DateText at={oldest} />
              </chakra.span>
            )}
            <chakra.span
              marginInlineStart="auto"
              fontWeight="bold"
              fontSize="lg"
              color={count > 0 ? 'gold' : 'fg.muted'}
            >
              <DecimalText value={String(count)} />
            </chakra.span>
          </chakra.li>
        )
      })}
    </chakra.ul>
  )
}

function Kind({ kind }: { kind: WaitingKind }) {
  const { t } = useTranslation('desk')
  const has = useHasRight()
  const page = CONSOLE_PAGES.find(({ word }) => word === kind)
  const name = t(`overview.waiting.${kind}`)
  if (!page || !has(page.needs)) return <span>{name}</span>
  return (
    <PlainLink
      to={page.to}
      color="gold"
      fontWeight="semibold"
      minHeight="tap"
      display="inline-flex"
      alignItems="center"
    >
      {name}
    </PlainLink>
  )
}

const CLOSED = [
  { kind: 'blocked', state: 'BLOCKED' },
  { kind: 'frozen', state: 'FROZEN' },
] as const

/** Accounts that are closed now, with a link to the list of each kind. */
function ClosedAccounts({ closed }: { closed: Overview['closed'] }) {
  const { t } = useTranslation('desk')
  return (
    <chakra.p display="flex" flexWrap="wrap" columnGap="5" borderTopWidth="1px" borderColor="line" fontSize="sm">
      {CLOSED.map(({ kind, state }) => (
        <PlainLink
          key={kind}
          to="/operations/users"
          search={{ state }}
          color="fg.muted"
          minHeight="tap"
          display="inline-flex"
          alignItems="center"
          gap="2"
          _hover={{ color: 'gold' }}
        >
          {t(`overview.closed.${kind}`)}
          <chakra.strong>
            <DecimalText value={String(closed[kind])} />
          </chakra.strong>
        </PlainLink>
      ))}
    </chakra.p>
  )
}

/** Tells all operators which of them were stopped, and warns if there is only one admin. */
export function AccessNotice({ access: { stopped, admins } }: { access: Overview['access'] }) {
  const { t } = useTranslation('safety')
  const isAlone = admins < ADMINS_MIN
  if (stopped.length === 0 && !isAlone) return null
  return (
    <chakra.div marginBlockEnd="4">
      <Notice tone="warning" title={t(isAlone ? 'operators.alone.title' : 'operators.recent')}>
        {stopped.length > 0 && (
          <ul>
            {stopped.map(({ name, by, at }) => (
              <li key={name + at}>
                {t('operators.stoppedBy', { name, by })} <DateText at={at} />
              </li>
            ))}
          </ul>
        )}
        {isAlone && <p>{t('operators.alone.text')}</p>}
      </Notice>
    </chakra.div>
  )
}

const dutyQuery = () => queryOptions({ ...consoleQuery(getDuty, {}), select: answerOf })

/** The operators who get an SMS about waiting work and failures: a switch for this operator, and the names of the others. */
export function DutyRow() {
  const { t } = useTranslation('safety')
  const listText = useListText()
  const client = useQueryClient()
  const { data: duty } = useQuery(dutyQuery())
  const change = useMutation({
    mutationFn: (onDuty: boolean) => callApi(setDuty, { body: { onDuty } }),
    onSettled: () => client.invalidateQueries({ queryKey: dutyQuery().queryKey }),
  })
  if (!duty) return null
  const { others } = duty
  return (
    <chakra.div borderTopWidth="1px" borderColor="line" marginTop="3" paddingTop="1">
      <Checkbox checked={change.isPending ? change.variables : duty.onDuty} onChange={(on) => change.mutate(on)}>
        <chakra.span display="grid">
          <span>{t('duty.label')}</span>
          <chakra.span fontSize="xs" color="fg.muted">
            {t('duty.text')} {others.length === 0 ? t('duty.nobody') : t('duty.others', { names: listText(others) })}
          </chakra.span>
        </chakra.span>
      </Checkbox>
      {change.isError && <RefusalNotice error={change.error} />}
    </chakra.div>
  )
}
