import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '#client/lib/locale.ts'
import { saveBlob } from '#client/lib/save-blob.ts'
import { ChoiceField } from '#client/ui/choice-field.tsx'
import { isReportSpan } from '#contract/operations-reports.ts'
import { ActSheet } from './act-sheet.tsx'
import { type DaySpan, DaySpanFields, dayInTehran } from './day-field.tsx'

const HEADERS = ['fa', 'en'] as const

type Asked = DaySpan & { readonly headers: (typeof HEADERS)[number]; readonly reason: string }

type ExportSheetProps = {
  title: string
  /** The subject of the file, used in its name. */
  name: string
  /** The days to start with; today by default, also for an empty one. */
  days?: DaySpan
  /** Fetches the file. */
  make: (asked: Asked) => Promise<unknown>
  onClose: () => void
}

/** Exports data for a spreadsheet: asks for the days, the language and the reason. */
export function ExportSheet({ title, name, days, make, onClose }: ExportSheetProps) {
  const { t } = useTranslation('desk')
  const [span, setSpan] = useState(() => ({ from: days?.from || dayInTehran(), to: days?.to || dayInTehran() }))
  const [headers, setHeaders] = useState(useLanguage())
  const spanProblem = ({ from, to }: DaySpan) => {
    if (from === '' || to === '') return t('reports.missing')
    return isReportSpan({ from, to }) ? undefined : t('reports.wrong')
  }
  const save = async (reason: string) => {
    const answer = await make({ ...span, headers, reason })
    if (answer instanceof Blob) saveBlob(answer, `kimia-${name}-${span.from}-${span.to}.csv`)
  }
  return (
    <ActSheet
      title={title}
      text={t('reports.span')}
      yes={t('reports.action')}
      done={t('reports.done')}
      problem={spanProblem(span)}
      act={save}
      onClose={onClose}
    >
      <DaySpanFields span={span} onChange={setSpan} />
      <ChoiceField
        label={t('reports.headers')}
        value={headers}
        options={HEADERS.map((value) => ({ value, label: t(`reports.in.${value}`) }))}
        onChange={setHeaders}
      />
    </ActSheet>
  )
}
