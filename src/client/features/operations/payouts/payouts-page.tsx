import { chakra } from '@chakra-ui/react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCoins } from '#client/entities/coin/use-coins.ts'
import { useLanguage } from '#client/lib/locale.ts'
import { Button } from '#client/ui/button.tsx'
import { Card } from '#client/ui/card.tsx'
import { type Column, DataTable } from '#client/ui/data-table.tsx'
import { DateText } from '#client/ui/date-text.tsx'
import { DecimalText } from '#client/ui/decimal-text.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { PageHeading } from '#client/ui/page-heading.tsx'
import { showDecimal } from '#client/ui/show-decimal.ts'
import { approvePayoutBatch } from '#contract/operations-payouts.ts'
import { TOMAN } from '#domain/coin.ts'
import { useMay } from '../allowed.tsx'
import { ConsoleList } from '../console-list.tsx'
import { BankStatements } from './bank-statements.tsx'
import { OwnAccounts } from './own-accounts.tsx'
import { LinesSheet } from './payout-lines.tsx'
import { ApproveSheet, FileSheet, HandInSheet, ImportSheet, SendSheet } from './payout-sheets.tsx'
import { type PayoutBatch, payoutBatchesQuery } from './payouts.queries.ts'

type Doing = 'approve' | 'send' | 'file' | 'handIn' | 'lines'
type Opened = { readonly doing: Doing; readonly batch: PayoutBatch }

/** Toman that leaves by bank: the batch of each working day, its lines, and the statements of the bank. */
export function PayoutsPage() {
  const { t } = useTranslation('desk')
  const pages = useInfiniteQuery(payoutBatchesQuery())
  const [opened, setOpened] = useState<Opened>()
  const [importing, setImporting] = useState(false)
  const may = useMay()
  const columns = useColumns((doing, batch) => setOpened({ doing, batch }))
  const close = () => setOpened(undefined)
  return (
    <>
      <PageHeading
        title={t('room.payouts')}
        text={t('payouts.text')}
        aside={
          may(approvePayoutBatch) && (
            <Button variant="quiet" onClick={() => setImporting(true)}>
              {t('payouts.import.action')}
            </Button>
          )
        }
      />
      <Card>
        <ConsoleList pages={pages} empty={<EmptyState title={t('payouts.empty')} text={t('payouts.emptyText')} />}>
          {(rows) => <DataTable caption={t('room.payouts')} rows={rows} keyOf={({ id }) => id} columns={columns} />}
        </ConsoleList>
      </Card>
      <chakra.div height="4" />
      <BankStatements />
      <chakra.div height="4" />
      <OwnAccounts />
      {opened && <OpenedSheet opened={opened} ways={pages.data?.pages[0]?.ways ?? []} onClose={close} />}
      {importing && <ImportSheet onClose={() => setImporting(false)} />}
    </>
  )
}

type OpenedSheetProps = { opened: Opened; ways: readonly ('GATEWAY' | 'FILE')[]; onClose: () => void }

function OpenedSheet({ opened: { doing, batch }, ways, onClose }: OpenedSheetProps) {
  switch (doing) {
    case 'approve':
      return <ApproveSheet batch={batch} ways={ways} onClose={onClose} />
    case 'send':
      return <SendSheet batch={batch} onClose={onClose} />
    case 'file':
      return <FileSheet batch={batch} onClose={onClose} />
    case 'handIn':
      return <HandInSheet batch={batch} onClose={onClose} />
    case 'lines':
      return <LinesSheet batch={batch} onClose={onClose} />
  }
}

function useColumns(open: (doing: Doing, batch: PayoutBatch) => void): readonly Column<PayoutBatch>[] {
  const { t } = useTranslation('desk')
  const { unitOf } = useCoins()
  return [
    { key: 'day', label: t('payouts.day'), cell: ({ day }) => <DateText at={`${day}T12:00:00Z`} style="date" /> },
    { key: 'lines', label: t('payouts.lines'), cell: ({ lines }) => <DecimalText value={String(lines)} /> },
    {
      key: 'amount',
      label: t('payouts.amount'),
      figure: true,
      cell: ({ amount }) => <DecimalText value={amount} unit={unitOf(TOMAN)} />,
    },
    { key: 'state', label: t('payouts.state'), wide: true, cell: (batch) => <BatchState batch={batch} /> },
    {
      key: 'acts',
      label: t('payouts.acts'),
      wide: true,
      unnamed: true,
      cell: (batch) => <BatchActs batch={batch} open={(doing) => open(doing, batch)} />,
    },
  ]
}

/** The step that a batch has reached, who approved it, and how many of its lines have ended. */
function BatchState({ batch }: { batch: PayoutBatch }) {
  const { t } = useTranslation('desk')
  const language = useLanguage()
  const { approval, way, lines, paid, returned, paidLate } = batch
  const count = (figure: number) => showDecimal(String(figure), language)
  return (
    <chakra.div display="grid" gap="0.5">
      <chakra.span fontWeight="semibold">{t(`payouts.step.${stepOf(batch)}`)}</chakra.span>
      {approval && (
        <chakra.span fontSize="xs" color="fg.muted">
          {approval.isOwn ? t('payouts.approvedByYou') : t('payouts.approvedBy', { name: approval.by })}
          {' · '}
          {t(`payouts.way.${approval.way}`)}
        </chakra.span>
      )}
      {way && (
        <chakra.span fontSize="xs" color="fg.muted">
          {t('payouts.ended', { paid: count(paid), returned: count(returned), open: count(lines - paid - returned) })}
        </chakra.span>
      )}
      {paidLate > 0 && (
        <chakra.strong fontSize="xs" color="sell">
          {t('payouts.paidLate', { lines: count(paidLate) })}
        </chakra.strong>
      )}
    </chakra.div>
  )
}

function stepOf({ approval, way, handedInAt, lines, paid, returned }: PayoutBatch) {
  if (lines === 0) return 'nothing'
  if (way === null) return approval ? 'approved' : 'closed'
  if (paid + returned === lines) return 'done'
  if (way === 'GATEWAY') return 'gateway'
  return handedInAt === null ? 'file' : 'handedIn'
}

function BatchActs({ batch, open }: { batch: PayoutBatch; open: (doing: Doing) => void }) {
  const { t } = useTranslation('desk')
  const may = useMay()(approvePayoutBatch)
  const { way, approval, handedInAt, lines } = batch
  const act = (doing: Doing, isMain = false): ReactNode => (
    <Button size="sm" variant={isMain ? 'primary' : 'quiet'} onClick={() => open(doing)}>
      {t(`payouts.act.${doing}`)}
    </Button>
  )
  if (lines === 0) return null
  return (
    <chakra.div display="flex" flexWrap="wrap" gap="2">
      {may && way === null && !approval && act('approve', true)}
      {may && way === null && approval && !approval.isOwn && act('send', true)}
      {may && way === 'FILE' && act('file')}
      {may && way === 'FILE' && handedInAt === null && act('handIn')}
      {act('lines')}
    </chakra.div>
  )
}
