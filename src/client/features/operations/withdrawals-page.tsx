import { chakra } from '@chakra-ui/react'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCoins } from '#client/entities/coin/use-coins.ts'
import { callApi } from '#client/lib/call-api.ts'
import { useLanguage } from '#client/lib/locale.ts'
import { every } from '#client/lib/polling.ts'
import { Button } from '#client/ui/button.tsx'
import { Card } from '#client/ui/card.tsx'
import { type Column, DataTable } from '#client/ui/data-table.tsx'
import { DateText } from '#client/ui/date-text.tsx'
import { DecimalText } from '#client/ui/decimal-text.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { TextLink } from '#client/ui/link.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { PageHeading } from '#client/ui/page-heading.tsx'
import { QueryView } from '#client/ui/query-view.tsx'
import { showDecimal } from '#client/ui/show-decimal.ts'
import type { Reply } from '#contract/endpoint.ts'
import { getAuditLog } from '#contract/operations-audit.ts'
import {
  approveWithdrawal,
  getWaitingWithdrawals,
  proposeWithdrawalRules,
  refuseWithdrawal,
  stopWithdrawals,
} from '#contract/operations-withdrawals.ts'
import { TOMAN } from '#domain/coin.ts'
import { ActSheet, WaitingProposal } from './act-sheet.tsx'
import { useMay } from './allowed.tsx'
import { Device, UserLink, useListText } from './names.tsx'
import { consoleQuery } from './operator.queries.ts'
import { FieldsSheet, isAtMost, useField, useProposal } from './setting-form.tsx'

type Waiting = Reply<typeof getWaitingWithdrawals>['content'][number]
type Doing = { readonly act: 'approve' | 'refuse'; readonly withdrawal: Waiting }

const POLL_MS = 10_000

const waitingQuery = () => queryOptions({ ...consoleQuery(getWaitingWithdrawals, {}), refetchInterval: every(POLL_MS) })

/** Withdrawals that wait for operators, with the facts for the decision, and the switch that stops all of them. */
export function WithdrawalsPage() {
  const { t } = useTranslation('desk')
  const query = useQuery(waitingQuery())
  const may = useMay()
  const [doing, setDoing] = useState<Doing>()
  const [acting, setActing] = useState<'stop' | 'rules' | 'open'>()
  const columns = useColumns(setDoing)
  const rules = query.data?.baseDTO
  const stopped = rules?.withdrawalsOpen === false
  return (
    <>
      <PageHeading
        title={t('room.withdrawals')}
        text={t('withdrawals.text')}
        aside={
          may(stopWithdrawals) && (
            <chakra.div display="flex" flexWrap="wrap" gap="2">
              <Button variant="quiet" onClick={() => setActing('rules')}>
                {t('withdrawals.rules.action')}
              </Button>
              <Button variant={stopped ? 'primary' : 'danger'} onClick={() => setActing(stopped ? 'open' : 'stop')}>
                {t(stopped ? 'withdrawals.open.action' : 'withdrawals.stop.action')}
              </Button>
            </chakra.div>
          )
        }
      />
      {stopped && (
        <chakra.div display="grid" gap="3" marginBottom="4">
          <Notice
            tone="warning"
            action={
              may(getAuditLog) && (
                <TextLink to="/operations/audit" search={{ kind: 'WITHDRAWALS_STOPPED' }}>
                  {t('withdrawals.stoppedBy')}
                </TextLink>
              )
            }
          >
            {t('withdrawals.stopped')}
          </Notice>
          <WaitingProposal of={RULES_PROPOSAL} />
        </chakra.div>
      )}
      <Card>
        <QueryView query={query} data={query.data} rows={4}>
          {({ content }) =>
            content.length === 0 ? (
              <EmptyState title={t('withdrawals.empty')} text={t('withdrawals.emptyText')} />
            ) : (
              <DataTable caption={t('room.withdrawals')} rows={content} keyOf={({ id }) => id} columns={columns} />
            )
          }
        </QueryView>
      </Card>
      {doing && <DecisionSheet doing={doing} onClose={() => setDoing(undefined)} />}
      {acting && rules && <RulesSheet acting={acting} rules={rules} onClose={() => setActing(undefined)} />}
    </>
  )
}

type Rules = Reply<typeof getWaitingWithdrawals>['baseDTO']

const RULES_PROPOSAL = { kind: 'CHANGE_WITHDRAWAL_RULES', subject: 'withdrawals' } as const

const RULES = ['allHourMax', 'oneOperatorFrom', 'twoOperatorsFrom'] as const

/** Stops everything at once; to open it again, and other rules, are proposed for another operator to approve. */
function RulesSheet({
  acting,
  rules,
  onClose,
}: {
  acting: 'stop' | 'rules' | 'open'
  rules: Rules
  onClose: () => void
}) {
  const { t } = useTranslation('desk')
  const propose = (next: Rules, reason: string) => callApi(proposeWithdrawalRules, { body: { ...next, reason } })
  const proposed = useProposal()
  const field = useField()
  const orderFault = (value: string, { oneOperatorFrom = '' }: Values) =>
    isAtMost(oneOperatorFrom, value) ? undefined : t('withdrawals.rules.order')
  if (acting === 'rules')
    return (
      <FieldsSheet
        {...proposed}
        title={t('withdrawals.rules.title')}
        text={t('withdrawals.rules.text')}
        fields={RULES.map((name) => ({ ...field(name), ...(name === 'twoOperatorsFrom' && { check: orderFault }) }))}
        values={readRules({ ...rules, withdrawalsOpen: '' })}
        proposes={RULES_PROPOSAL}
        act={(values, reason) => propose({ ...rules, ...readRules(values) }, reason)}
        onClose={onClose}
      />
    )
  return (
    <ActSheet
      title={t(`withdrawals.${acting}.title`)}
      text={t(`withdrawals.${acting}.text`)}
      yes={t(`withdrawals.${acting}.yes`)}
      done={t(`withdrawals.${acting}.done`)}
      variant={acting === 'stop' ? 'danger' : 'primary'}
      proposes={acting === 'open' ? RULES_PROPOSAL : undefined}
      act={(reason) =>
        acting === 'stop'
          ? callApi(stopWithdrawals, { body: { reason } })
          : propose({ ...rules, withdrawalsOpen: true }, reason)
      }
      onClose={onClose}
    />
  )
}

type Values = Readonly<Record<string, string>>
const readRules = ({ allHourMax = '', oneOperatorFrom = '', twoOperatorsFrom = '' }: Values) => ({
  allHourMax,
  oneOperatorFrom,
  twoOperatorsFrom,
})

function DecisionSheet({ doing: { act, withdrawal }, onClose }: { doing: Doing; onClose: () => void }) {
  const { t } = useTranslation('desk')
  const { unitOf } = useCoins()
  const { id, userName, amount, coin, destination } = withdrawal
  const text = (
    <>
      {userName && <bdi>{userName} · </bdi>}
      <DecimalText value={amount} unit={unitOf(coin)} /> · <bdi dir="ltr">{destination}</bdi>
    </>
  )
  if (act === 'approve')
    return (
      <ActSheet
        title={t('withdrawals.approve.title')}
        text={text}
        yes={t('withdrawals.approve.yes')}
        done={t('withdrawals.approve.done')}
        act={(reason) => callApi(approveWithdrawal, { params: { id }, body: { reason } })}
        onClose={onClose}
      />
    )
  return (
    <ActSheet
      title={t('withdrawals.refuse.title')}
      text={text}
      yes={t('withdrawals.refuse.yes')}
      done={t('withdrawals.refuse.done')}
      variant="danger"
      reasonLabel={t('withdrawals.refuse.reason')}
      act={(reason) => callApi(refuseWithdrawal, { params: { id }, body: { reason } })}
      onClose={onClose}
    />
  )
}

function useColumns(open: (doing: Doing) => void): readonly Column<Waiting>[] {
  const { t } = useTranslation('desk')
  const { unitOf } = useCoins()
  const may = useMay()(approveWithdrawal)
  return [
    { key: 'at', label: t('withdrawals.at'), cell: ({ createdAt }) => <DateText at={createdAt} /> },
    {
      key: 'user',
      label: t('withdrawals.user'),
      cell: ({ userId, userName }) => (
        <>
          {userName && <chakra.bdi display="block">{userName}</chakra.bdi>}
          <UserLink userId={userId} />
        </>
      ),
    },
    {
      key: 'amount',
      label: t('withdrawals.amount'),
      figure: true,
      cell: ({ amount, coin, worth }) => (
        <>
          <DecimalText value={amount} unit={unitOf(coin)} />
          {coin !== TOMAN && (
            <chakra.span display="block" fontSize="xs" color="fg.muted">
              <DecimalText value={worth} unit={unitOf(TOMAN)} />
            </chakra.span>
          )}
        </>
      ),
    },
    { key: 'to', label: t('withdrawals.to'), cell: ({ destination }) => <bdi dir="ltr">{destination}</bdi> },
    { key: 'facts', label: t('withdrawals.facts'), wide: true, cell: (row) => <RiskNotes of={row} /> },
    { key: 'approvals', label: t('withdrawals.approvals'), wide: true, cell: (row) => <Approvals of={row} /> },
    {
      key: 'acts',
      label: t('withdrawals.acts'),
      unnamed: true,
      wide: true,
      cell: (withdrawal): ReactNode =>
        may && (
          <chakra.div display="flex" flexWrap="wrap" gap="2">
            {!withdrawal.isApprovedByMe && (
              <Button size="sm" onClick={() => open({ act: 'approve', withdrawal })}>
                {t('withdrawals.approve.action')}
              </Button>
            )}
            <Button size="sm" variant="quiet" onClick={() => open({ act: 'refuse', withdrawal })}>
              {t('withdrawals.refuse.action')}
            </Button>
          </chakra.div>
        ),
    },
  ]
}

/** The facts that speak for or against a withdrawal. */
function RiskNotes({ of }: { of: Waiting }) {
  const { t } = useTranslation('desk')
  const language = useLanguage()
  const { paidBefore, paidThereBefore, userSince, protectionChangedAt, device } = of
  const count = (figure: number) => showDecimal(String(figure), language)
  return (
    <chakra.ul fontSize="xs" color="fg.muted" listStyleType="none">
      <li>
        {t('withdrawals.since')} <DateText at={userSince} style="date" />
      </li>
      <chakra.li color={paidThereBefore === 0 ? 'sell' : undefined}>
        {t('withdrawals.before', { all: count(paidBefore), there: count(paidThereBefore) })}
      </chakra.li>
      {protectionChangedAt && (
        <chakra.li color="sell">
          {t('withdrawals.changed')} <DateText at={protectionChangedAt} />
        </chakra.li>
      )}
      {device && (
        <li>
          <Device of={device} />
        </li>
      )}
    </chakra.ul>
  )
}

function Approvals({ of: { approvalsNeeded, approvedBy } }: { of: Waiting }) {
  const { t } = useTranslation('desk')
  const language = useLanguage()
  const listOf = useListText()
  const count = (figure: number) => showDecimal(String(figure), language)
  return (
    <>
      {t('withdrawals.of', { given: count(approvedBy.length), needed: count(approvalsNeeded) })}
      {approvedBy.length > 0 && (
        <chakra.span display="block" fontSize="xs" color="fg.muted">
          {listOf(approvedBy)}
        </chakra.span>
      )}
    </>
  )
}
