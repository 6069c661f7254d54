import { chakra } from '@chakra-ui/react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { callApi } from '#client/lib/call-api.ts'
import { Button } from '#client/ui/button.tsx'
import { PageHeading } from '#client/ui/page-heading.tsx'
import { Section } from '#client/ui/section.tsx'
import { exportReport, REPORTS, type Report } from '#contract/operations-reports.ts'
import { ExportSheet } from './export-sheet.tsx'
import { LedgerBalances } from './ledger-balances.tsx'

/** Exports for spreadsheets, each recorded in the audit log, and the balances of the ledger. */
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
      <chakra.div marginTop="4">
        <LedgerBalances />
      </chakra.div>
      {asked && <ReportSheet report={asked} onClose={() => setAsked(undefined)} />}
    </>
  )
}

function ReportSheet({ report, onClose }: { report: Report; onClose: () => void }) {
  const { t } = useTranslation('desk')
  return (
    <ExportSheet
      title={t(`reports.${report}.name`)}
      name={report}
      make={(body) => callApi(exportReport, { params: { report }, body })}
      onClose={onClose}
    />
  )
}
