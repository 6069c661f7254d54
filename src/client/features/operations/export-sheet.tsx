import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '#client/lib/locale.ts'
import { saveBlob } from '#client/lib/save-blob.ts'
import { ChoiceField } from '#client/ui/choice-field.tsx'
import { TEHRAN_OFFSET_MS } from '#domain/jalali.ts'
import { ActSheet } from './act-sheet.tsx'
import { DayField } from './day-field.tsx'

const HEADERS = ['fa', 'en'] as const

const todayInTehran = () => new Date(Date.now() + TEHRAN_OFFSET_MS).toISOString().slice(0, 10)

type Asked = {
  /** "yyyy-mm-dd"; both days are included. */
  readonly from: string
  readonly to: string
  readonly headers: (typeof HEADERS)[number]
  readonly reason: string
}

type ExportSheetProps = {
  title: string
  /** The subject of the file, used in its name. */
  name: string
  /** The days to start with; today by default. */
  from?: string
  to?: string
  /** Fetches the file. */
  make: (asked: Asked) => Promise<unknown>
  onClose: () => void
}

/** Exports data for a spreadsheet: asks for the days, the language and the reason. */
export function ExportSheet({ title, name, from: first, to: last, make, onClose }: ExportSheetProps) {
  const { t } = useTranslation('desk')
  const [from, setFrom] = useState(first || todayInTehran)
  const [to, setTo] = useState(last || todayInTehran)
  const [headers, setHeaders] = useState(useLanguage())
  const save = async (reason: string) => {
    const answer = await make({ from, to, headers, reason })
    if (answer instanceof Blob) saveBlob(answer, `kimia-${name}-${from}-${to}.csv`)
  }
  return (
    <ActSheet
      title={title}
      text={t('reports.span')}
      yes={t('reports.action')}
      done={t('reports.done')}
      problem={from === '' || to === '' ? t('reports.missing') : undefined}
      act={save}
      onClose={onClose}
    >
      <DayField label={t('reports.from')} value={from} onChange={setFrom} />
      <DayField label={t('reports.to')} value={to} onChange={setTo} />
      <ChoiceField
        label={t('reports.headers')}
        value={headers}
        options={HEADERS.map((value) => ({ value, label: t(`reports.in.${value}`) }))}
        onChange={setHeaders}
      />
    </ActSheet>
  )
}
