import { chakra } from '@chakra-ui/react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { callApi } from '#client/lib/call-api.ts'
import { Button } from '#client/ui/button.tsx'
import type { Column } from '#client/ui/data-table.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { PageHeading } from '#client/ui/page-heading.tsx'
import { QueryView } from '#client/ui/query-view.tsx'
import { RowList } from '#client/ui/row-list.tsx'
import { Section } from '#client/ui/section.tsx'
import { drainProcess, takeProcessBack } from '#contract/operations-processes.ts'
import { ActSheet } from '../act-sheet.tsx'
import { useMay } from '../allowed.tsx'
import { Folded } from '../folded.tsx'
import { JobList } from './job-list.tsx'
import { Summary, useProcessColumns, useProcessLines } from './process-columns.tsx'
import { type ProcessRow, processesQuery, useProcessCounts } from './process-words.ts'

type Act = { readonly kind: 'drain' | 'takeBack'; readonly process: ProcessRow }

/** The processes of the exchange with the way out of the balancer's rotation and back, and the jobs under them. */
export function ProcessesPage() {
  const { t } = useTranslation('processes')
  const query = useQuery(processesQuery())
  const [act, setAct] = useState<Act>()
  return (
    <>
      <PageHeading title={t('title')} text={t('text')} />
      <Section title={t('heading')}>
        <QueryView query={query} data={query.data} rows={6}>
          {({ processes }) => <ProcessList processes={processes} onAct={setAct} />}
        </QueryView>
      </Section>
      {/* It comes with the list above, whose height is not known before. */}
      {query.data && (
        <chakra.div marginTop="4">
          <Section title={t('jobs.title')}>
            <JobList jobs={query.data.jobs} now={query.data.at} />
          </Section>
        </chakra.div>
      )}
      {act && <RotationSheet act={act} onClose={() => setAct(undefined)} />}
    </>
  )
}

function ProcessList({ processes, onAct }: { processes: readonly ProcessRow[]; onAct: (act: Act) => void }) {
  const { t } = useTranslation('processes')
  const columns = useProcessColumns()
  const lines = useProcessLines()
  const countsText = useProcessCounts()
  const may = useMay()(drainProcess)
  if (processes.length === 0) return <EmptyState title={t('none')} />
  const [living, gone] = [processes.filter((each) => !each.gone), processes.filter((each) => each.gone)]
  const acts: Column<ProcessRow> = {
    key: 'acts',
    label: t('acts'),
    unnamed: true,
    cell: (process) => canTurn(process) && <RotationButton process={process} onAct={onAct} />,
  }
  return (
    <>
      {processes.some(({ hasOtherVersion }) => hasOtherVersion) && <Notice tone="info">{t('upgrading')}</Notice>}
      <Summary isWell={gone.length === 0}>{countsText({ running: living.length, gone: gone.length })}</Summary>
      <RowList
        caption={t('title')}
        rows={[...living, ...gone]}
        keyOf={({ id }) => id}
        columns={may && living.some(canTurn) ? [...columns, acts] : columns}
        lines={lines}
      />
      <Folded title={t('hint.title')}>
        <chakra.dl fontSize="sm">
          {HINTS.map((figure) => (
            <chakra.div key={figure} paddingBlock="1">
              <chakra.dt display="inline" fontWeight="semibold">
                {t(figure)}:
              </chakra.dt>{' '}
              <chakra.dd display="inline" color="fg.muted">
                {t(`hint.${figure}`)}
              </chakra.dd>
            </chakra.div>
          ))}
        </chakra.dl>
      </Folded>
    </>
  )
}

/** The figures whose names alone do not say what they measure. */
const HINTS = ['lag', 'waiting', 'loop'] as const

/** Only a process that answers and nothing else has a way out: the others are not behind the balancer, or are the only one. */
const canTurn = ({ role, gone }: ProcessRow) => role === 'api' && !gone

function RotationButton({ process, onAct }: { process: ProcessRow; onAct: (act: Act) => void }) {
  const { t } = useTranslation('processes')
  const kind = process.drain ? 'takeBack' : 'drain'
  return (
    <Button size="sm" variant="quiet" onClick={() => onAct({ kind, process })}>
      {t(`${kind}.action`)}
    </Button>
  )
}

const ENDPOINTS = { drain: drainProcess, takeBack: takeProcessBack } as const

function RotationSheet({ act: { kind, process }, onClose }: { act: Act; onClose: () => void }) {
  const { t } = useTranslation('processes')
  return (
    <ActSheet
      title={t(`${kind}.title`, { name: `\u2066${process.host}\u2069` })}
      text={t(`${kind}.text`)}
      yes={t(`${kind}.action`)}
      done={t(`${kind}.done`)}
      variant={kind === 'drain' ? 'danger' : 'primary'}
      act={(reason) => callApi(ENDPOINTS[kind], { params: { id: process.id }, body: { reason } })}
      onClose={onClose}
    />
  )
}
