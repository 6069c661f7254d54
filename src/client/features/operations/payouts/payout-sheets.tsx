import { chakra } from '@chakra-ui/react'
import { useQuery } from '@tanstack/react-query'
import { FileSpreadsheet } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCoins } from '#client/entities/coin/use-coins.ts'
import { callApi } from '#client/lib/call-api.ts'
import { useLanguage } from '#client/lib/locale.ts'
import { saveBlob } from '#client/lib/save-blob.ts'
import { ChoiceField } from '#client/ui/choice-field.tsx'
import { DateText } from '#client/ui/date-text.tsx'
import { DecimalText } from '#client/ui/decimal-text.tsx'
import { FieldFrame } from '#client/ui/field-frame.tsx'
import { showDecimal } from '#client/ui/show-decimal.ts'
import {
  approvePayoutBatch,
  exportPayoutFile,
  handInPayoutFile,
  importBankStatement,
  type PAYOUT_WAYS,
} from '#contract/operations-payouts.ts'
import { approveProposal } from '#contract/operations-proposals.ts'
import { TOMAN } from '#domain/coin.ts'
import { ActSheet } from '../act-sheet.tsx'
import { useListText } from '../names.tsx'
import { bankStatementsQuery, type PayoutBatch } from './payouts.queries.ts'

type SheetProps = { batch: PayoutBatch; onClose: () => void }
type Way = (typeof PAYOUT_WAYS)[number]

/** The day, the number and the sum of a batch, above the decision about it. */
function BatchFacts({ batch: { day, lines, amount } }: Pick<SheetProps, 'batch'>) {
  const { t } = useTranslation('desk')
  const { unitOf } = useCoins()
  const language = useLanguage()
  return (
    <chakra.p>
      <DateText at={`${day}T12:00:00Z`} style="date" /> ·{' '}
      {t('payouts.count', { lines: showDecimal(String(lines), language) })} ·{' '}
      <DecimalText value={amount} unit={unitOf(TOMAN)} />
    </chakra.p>
  )
}

/** The first operator's approval, with the way by which the batch leaves. */
export function ApproveSheet({ batch, ways, onClose }: SheetProps & { ways: readonly Way[] }) {
  const { t } = useTranslation('desk')
  const [way, setWay] = useState<Way>(ways[0] ?? 'FILE')
  return (
    <ActSheet
      title={t('payouts.act.approve')}
      text={t('payouts.approve.text')}
      yes={t('payouts.act.approve')}
      done={t('payouts.approve.done')}
      proposes={{ kind: 'SEND_PAYOUTS', subject: batch.day }}
      act={(reason) => callApi(approvePayoutBatch, { params: { id: batch.id }, body: { way, reason } })}
      onClose={onClose}
    >
      <BatchFacts batch={batch} />
      <ChoiceField
        label={t('payouts.approve.way')}
        value={way}
        options={ways.map((each) => ({ value: each, label: t(`payouts.way.${each}`) }))}
        onChange={setWay}
      />
    </ActSheet>
  )
}

/** The second operator's approval, which sends the batch. */
export function SendSheet({ batch, onClose }: SheetProps) {
  const { t } = useTranslation('desk')
  const { approval } = batch
  if (!approval) return null
  return (
    <ActSheet
      title={t('payouts.act.send')}
      text={t(`payouts.send.${approval.way}`)}
      yes={t('payouts.act.send')}
      done={t('payouts.send.done')}
      act={(reason) => callApi(approveProposal, { params: { id: approval.proposalId }, body: { reason } })}
      onClose={onClose}
    >
      <BatchFacts batch={batch} />
    </ActSheet>
  )
}

export function FileSheet({ batch, onClose }: SheetProps) {
  const { t } = useTranslation('desk')
  const save = async (reason: string) => {
    const answer = await callApi(exportPayoutFile, { params: { id: batch.id }, body: { reason } })
    if (answer instanceof Blob) saveBlob(answer, `kimia-payouts-${batch.day}.csv`)
  }
  return (
    <ActSheet
      title={t('payouts.act.file')}
      text={t('payouts.file.text')}
      yes={t('payouts.act.file')}
      done={t('reports.done')}
      act={save}
      onClose={onClose}
    >
      <BatchFacts batch={batch} />
    </ActSheet>
  )
}

export function HandInSheet({ batch, onClose }: SheetProps) {
  const { t } = useTranslation('desk')
  return (
    <ActSheet
      title={t('payouts.act.handIn')}
      text={t('payouts.handIn.text')}
      yes={t('payouts.act.handIn')}
      done={t('payouts.handIn.done')}
      act={(reason) => callApi(handInPayoutFile, { params: { id: batch.id }, body: { reason } })}
      onClose={onClose}
    >
      <BatchFacts batch={batch} />
    </ActSheet>
  )
}

/** Sends a statement of the bank, and says how many of its lines were matched. */
export function ImportSheet({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('desk')
  const language = useLanguage()
  const [statement, setStatement] = useState<File>()
  const count = (figure: number) => showDecimal(String(figure), language)
  return (
    <ActSheet
      title={t('payouts.import.action')}
      text={t('payouts.import.text')}
      yes={t('payouts.import.action')}
      act={(reason) => callApi(importBankStatement, { body: { reason }, files: statement ? { statement } : {} })}
      done={({ baseDTO: { matched, unmatched, duplicates, badRows } }) =>
        t('payouts.import.done', {
          ...{ matched: count(matched), unmatched: count(unmatched), duplicates: count(duplicates) },
          bad: count(badRows.length),
        })
      }
      problem={statement ? undefined : t('payouts.import.missing')}
      onClose={onClose}
    >
      <StatementField file={statement} onChange={setStatement} />
    </ActSheet>
  )
}

const Pick = chakra('div', {
  base: {
    position: 'relative',
    display: 'flex',
    alignItems: 'center',
    gap: '2',
    // The input lies within the border.
    minHeight: '12',
    paddingInline: '4',
    borderRadius: 'md',
    borderWidth: '1.5px',
    borderStyle: 'dashed',
    borderColor: 'line.strong',
    bg: 'sunken',
    fontSize: 'sm',
    overflow: 'hidden',
    '&:has(:focus-visible)': { borderColor: 'gold', boxShadow: '0 0 0 1px var(--k-colors-gold)' },
    '& input': { position: 'absolute', inset: '0', opacity: '0', cursor: 'pointer', fontSize: '0' },
  },
})

/** The real input covers the box, whose words are in the language of the page, unlike the browser's own. */
function StatementField({ file, onChange }: { file: File | undefined; onChange: (file: File | undefined) => void }) {
  const { t } = useTranslation('desk')
  const listText = useListText()
  const { data } = useQuery(bankStatementsQuery())
  const columns = data?.columns.map((column) => t(`payouts.column.${column}`))
  return (
    <FieldFrame
      label={t('payouts.import.file')}
      hint={columns && t('payouts.import.columns', { columns: listText(columns) })}
      required
    >
      {(ids) => (
        <Pick>
          <FileSpreadsheet size={18} aria-hidden="true" />
          {file ? <chakra.bdi overflowWrap="anywhere">{file.name}</chakra.bdi> : t('payouts.import.pick')}
          <input
            {...ids}
            type="file"
            name="statement"
            accept=".csv,text/csv"
            onChange={(event) => onChange(event.currentTarget.files?.[0] ?? undefined)}
          />
        </Pick>
      )}
    </FieldFrame>
  )
}
