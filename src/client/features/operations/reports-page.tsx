import { chakra } from '@chakra-ui/react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { callApi } from '#client/lib/call-api.ts'
import { useLanguage } from '#client/lib/locale.ts'
import { saveBlob } from '#client/lib/save-blob.ts'
import { Button } from '#client/ui/button.tsx'
import { ChoiceField } from '#client/ui/choice-field.tsx'
import { PageHeading } from '#client/ui/page-heading.tsx'
import { Section } from '#client/ui/section.tsx'
import { exportReport, REPORTS, type Report } from '#contract/operations-reports.ts'
import { TEHRAN_OFFSET_MS } from '#domain/jalali.ts'
import { ActSheet } from './act-sheet.tsx'
import { DayField } from './day-field.tsx'

const HEADERS = ['fa', 'en'] as const

/** What is taken out for a spreadsheet, each in the audit log. */
export function ReportsPage() {
  const { t } = useTranslation('desk')
  const [asked, setAsked] = useState<Report | undefined>()
  return (
    <>
      <PageHeading title={t('room.reports')} text={t('reports.text')} />
      <chakra.div
        display="grid"
        gap="4"
        gridTemplateColumns={{
          base: 'minmax(0, 1fr)',
          md: 'repeat(2, minmax(0, 1fr))',
          xl: 'repeat(3, minmax(0, 1fr))',
        }}
      >
        {REPORTS.map((report) => (
          <Section
            key={report}
            title={t(`reports.${report}.name`)}
            note={t(`reports.${report}.text`)}
            aside={
              <Button size="sm" variant="quiet" data-row="" onClick={() => setAsked(report)}>
                {t('reports.action')}
              </Button>
            }
          >
            {null}
          </Section>
        ))}
      </chakra.div>
      {asked && <ReportSheet report={asked} onClose={() => setAsked(undefined)} />}
    </>
  )
}

const todayInTehran = () => new Date(Date.now() + TEHRAN_OFFSET_MS).toISOString().slice(0, 10)

function ReportSheet({ report, onClose }: { report: Report; onClose: () => void }) {
  const { t } = useTranslation('desk')
  const [from, setFrom] = useState(todayInTehran)
  const [to, setTo] = useState(todayInTehran)
  const [headers, setHeaders] = useState(useLanguage())
  const make = async (reason: string) => {
    const answer = await callApi(exportReport, { params: { report }, body: { from, to, headers, reason } })
    if (answer instanceof Blob) saveBlob(answer, `kimia-${report}-${from}-${to}.csv`)
  }
  return (
    <ActSheet
      title={t(`reports.${report}.name`)}
      text={t('reports.span')}
      yes={t('reports.action')}
      done={t('reports.done')}
      problem={from === '' || to === '' ? t('reports.missing') : undefined}
      act={make}
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
