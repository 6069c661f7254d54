import { chakra } from '@chakra-ui/react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCoins } from '#client/entities/coin/use-coins.ts'
import { useTagName } from '#client/entities/withdrawal/use-tag-name.ts'
import { callApi } from '#client/lib/call-api.ts'
import { Button } from '#client/ui/button.tsx'
import { type Column, DataTable } from '#client/ui/data-table.tsx'
import { DateText } from '#client/ui/date-text.tsx'
import { DecimalText } from '#client/ui/decimal-text.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { QueryView } from '#client/ui/query-view.tsx'
import { Section } from '#client/ui/section.tsx'
import { proposeColdPayment, setCold, signOutgoing } from '#contract/operations-custody.ts'
import { refuseWithdrawal } from '#contract/operations-withdrawals.ts'
import { ActSheet } from '../act-sheet.tsx'
import { useMay } from '../allowed.tsx'
import { Digits, UserLink, useListText } from '../names.tsx'
import { BookSheet } from './book-sheet.tsx'
import { DraftButton } from './cold-draft.tsx'
import { type OutgoingCoin, outgoingCoinsQuery } from './custody.queries.ts'
import { SignaturesField } from './custody-sheets.tsx'
import { readApprovals } from './read-approvals.ts'

interface Doing {
  readonly act: 'sign' | 'refuse' | 'setCold' | 'book'
  readonly payment: OutgoingCoin
}

/** The withdrawals over chains that are approved and not ended: on their way, or refused by custody for now. */
export function OutgoingCoins() {
  const { t } = useTranslation('desk')
  const query = useQuery(outgoingCoinsQuery())
  const [doing, setDoing] = useState<Doing>()
  const columns = useColumns(setDoing)
  const rows = query.data
  return (
    <Section title={t('custody.outgoing.title')}>
      {rows ? (
        rows.length > 0 ? (
          <DataTable caption={t('custody.outgoing.title')} rows={rows} keyOf={({ id }) => id} columns={columns} />
        ) : (
          <EmptyState title={t('custody.outgoing.empty')} />
        )
      ) : (
        <QueryView query={query} data={rows} rows={2} />
      )}
      {doing?.act === 'sign' && <SignSheet payment={doing.payment} onClose={() => setDoing(undefined)} />}
      {doing?.act === 'setCold' && <SetColdSheet payment={doing.payment} onClose={() => setDoing(undefined)} />}
      {doing?.act === 'book' && (
        <BookSheet paid={doing.payment} withdrawal={doing.payment.id} onClose={() => setDoing(undefined)} />
      )}
      {doing?.act === 'refuse' && <RefuseSheet payment={doing.payment} onClose={() => setDoing(undefined)} />}
    </Section>
  )
}

type SheetProps = { payment: OutgoingCoin; onClose: () => void }

function Payment({ of: { amount, coin, network, address, tag } }: { of: OutgoingCoin }) {
  const { unitOf } = useCoins()
  return (
    <>
      <DecimalText value={amount} unit={unitOf(coin)} /> ·{' '}
      <bdi dir="ltr">
        {network} {address} {tag}
      </bdi>
    </>
  )
}

function SignSheet({ payment, onClose }: SheetProps) {
  const { t } = useTranslation('desk')
  const [text, setText] = useState('')
  const approvals = readApprovals(text)
  const isSigned = approvals !== undefined && approvals.length > 0
  return (
    <ActSheet
      title={t('custody.outgoing.sign.title')}
      text={<Payment of={payment} />}
      yes={t('custody.outgoing.sign.action')}
      done={t('custody.outgoing.sign.done')}
      problem={!isSigned}
      act={(reason) =>
        callApi(signOutgoing, { params: { id: payment.id }, body: { approvals: [...(approvals ?? [])], reason } })
      }
      onClose={onClose}
    >
      {({ checked }) => (
        <SignaturesField
          input={payment.signInput ?? ''}
          text={text}
          onChange={setText}
          isUnreadable={checked && !isSigned}
        />
      )}
    </ActSheet>
  )
}

function RefuseSheet({ payment, onClose }: SheetProps) {
  const { t } = useTranslation('desk')
  return (
    <ActSheet
      title={t('withdrawals.refuse.title')}
      text={<Payment of={payment} />}
      yes={t('withdrawals.refuse.yes')}
      done={t('withdrawals.refuse.done')}
      variant="danger"
      reasonLabel={t('withdrawals.refuse.reason')}
      act={(reason) => callApi(refuseWithdrawal, { params: { id: payment.id }, body: { reason } })}
      onClose={onClose}
    />
  )
}

function SetColdSheet({ payment, onClose }: SheetProps) {
  const { t } = useTranslation('desk')
  return (
    <ActSheet
      title={t('custody.outgoing.setCold.title')}
      text={t('custody.outgoing.setCold.text')}
      yes={t('custody.outgoing.setCold.action')}
      done={t('custody.outgoing.setCold.done')}
      act={(reason) => callApi(setCold, { params: { id: payment.id }, body: { reason } })}
      onClose={onClose}
    />
  )
}

function useColumns(open: (doing: Doing) => void): readonly Column<OutgoingCoin>[] {
  const { t } = useTranslation('desk')
  const { unitOf } = useCoins()
  const may = useMay()
  return [
    { key: 'at', label: t('custody.odd.at'), cell: ({ createdAt }) => <DateText at={createdAt} /> },
    {
      key: 'user',
      label: t('withdrawals.user'),
      cell: UserLink,
    },
    {
      key: 'amount',
      label: t('custody.odd.amount'),
      figure: true,
      cell: ({ amount, coin }) => <DecimalText value={amount} unit={unitOf(coin)} />,
    },
    { key: 'network', label: t('custody.odd.network'), cell: ({ network }) => <bdi dir="ltr">{network}</bdi> },
    { key: 'state', label: t('custody.outgoing.state'), wide: true, cell: (payment) => <Progress of={payment} /> },
    {
      key: 'to',
      label: t('withdrawals.to'),
      wide: true,
      cell: (payment) => <Receiver of={payment} />,
    },
    {
      key: 'acts',
      label: t('withdrawals.acts'),
      unnamed: true,
      wide: true,
      cell: (payment) => (
        <chakra.div display="flex" flexWrap="wrap" gap="2">
          {payment.signInput !== null && may(signOutgoing) && (
            <Button size="sm" onClick={() => open({ act: 'sign', payment })}>
              {t('custody.outgoing.sign.action')}
            </Button>
          )}
          {payment.isForCold && <DraftButton payment={{ ...paidOf(payment), withdrawal: payment.id }} />}
          {payment.isForCold && may(proposeColdPayment) && (
            <Button size="sm" onClick={() => open({ act: 'book', payment })}>
              {t('custody.book.action')}
            </Button>
          )}
          {payment.state === 'APPROVED' && payment.refusal === 'COLD_ONLY' && may(setCold) && (
            <Button size="sm" onClick={() => open({ act: 'setCold', payment })}>
              {t('custody.outgoing.setCold.action')}
            </Button>
          )}
          {payment.state === 'APPROVED' && may(refuseWithdrawal) && (
            <Button size="sm" variant="quiet" onClick={() => open({ act: 'refuse', payment })}>
              {t('withdrawals.refuse.action')}
            </Button>
          )}
        </chakra.div>
      ),
    },
  ]
}

function Receiver({ of: { address, tag, network, txid } }: { of: OutgoingCoin }) {
  const { t } = useTranslation('desk')
  const tagName = useTagName()
  return (
    <chakra.span fontSize="xs">
      <bdi dir="ltr">{address}</bdi>
      {tag !== null && (
        <chakra.span display="block">
          {tagName(network)}: <bdi>{tag}</bdi>
        </chakra.span>
      )}
      {txid !== null && (
        <chakra.span display="block" color="fg.muted">
          {t('custody.odd.txid')}: <bdi dir="ltr">{txid}</bdi>
        </chakra.span>
      )}
    </chakra.span>
  )
}

const paidOf = ({ network, coin, amount }: OutgoingCoin) => ({ network, coin, amount })

const REASONS = [
  'NOT_ENOUGH_FUNDS',
  'APPROVALS_NEEDED',
  'APPROVAL_INVALID',
  'COLD_ONLY',
  'FEE_TOO_HIGH',
  'NODE_FAILED',
  'STOPPED',
] as const

function Progress({
  of: { state, refusal, isForCold, confirmations, confirmationsNeeded, signedBy },
}: {
  of: OutgoingCoin
}) {
  const { t } = useTranslation('desk')
  const { t: ofLists } = useTranslation('history')
  const listOf = useListText()
  const known = REASONS.find((each) => each === refusal)
  return (
    <>
      {ofLists(`withdrawals.state.${state}`)}
      {confirmations !== null && (
        <>
          {' · '}
          <Digits text={t('withdrawals.of', { given: String(confirmations), needed: String(confirmationsNeeded) })} />
        </>
      )}
      {isForCold && (
        <chakra.span display="block" color="fg.muted">
          {t('custody.outgoing.isForCold')}
        </chakra.span>
      )}
      {refusal !== null && !isForCold && state !== 'SENT' && (
        <chakra.span display="block" color="sell">
          {known ? t(`custody.outgoing.reason.${known}`) : <bdi dir="ltr">{refusal}</bdi>}
        </chakra.span>
      )}
      {signedBy.length > 0 && (
        <chakra.span display="block" fontSize="xs" color="fg.muted">
          {t('custody.outgoing.signedBy')} <bdi>{listOf(signedBy)}</bdi>
        </chakra.span>
      )}
    </>
  )
}
