import { chakra } from '@chakra-ui/react'
import { useTranslation } from 'react-i18next'
import type { Column } from '#client/ui/data-table.tsx'
import { DateText } from '#client/ui/date-text.tsx'
import type { RowLines } from '#client/ui/row-list.tsx'
import { Digits } from '../names.tsx'
import { type ProcessRow, useAgo, useCount, useLength } from './process-words.ts'

const BYTES_PER_MB = 1024 * 1024

export const Note = chakra('span', { base: { display: 'block', fontSize: 'xs', color: 'fg.muted' } })

/** A machine's name, which may be long and has no spaces. */
export const Host = chakra('bdi', { base: { overflowWrap: 'anywhere' } })

/** A figure with its unit in one line. */
const Figure = chakra('span', { base: { whiteSpace: 'nowrap' } })

/** The figures of a process. A figure that its role does not have is a dash. */
export function useProcessColumns(): readonly Column<ProcessRow>[] {
  const { t } = useTranslation('processes')
  const ago = useAgo()
  const count = useCount()
  const length = useLength()
  const figure = (
    key: 'lag' | 'waiting' | 'streams' | 'memory' | 'loop',
    textOf: (process: ProcessRow) => string | undefined,
  ): Column<ProcessRow> => ({
    key,
    label: t(key),
    figure: true,
    // The last report of a process that is gone says nothing about now.
    cell: (process) => <Figure>{process.gone ? '–' : (textOf(process) ?? '–')}</Figure>,
  })
  const known = (value: number | null, show: (value: number) => string) => (value === null ? undefined : show(value))
  return [
    { key: 'process', label: t('process'), cell: (process) => <Name process={process} /> },
    { key: 'version', label: t('version'), cell: (process) => <Version process={process} /> },
    { key: 'state', label: t('state'), cell: (process) => <State process={process} detailed /> },
    { key: 'since', label: t('since'), cell: ({ startedAt }) => <DateText at={startedAt} /> },
    { key: 'seen', label: t('seen'), cell: ({ seenMs }) => <Figure>{ago(seenMs)}</Figure> },
    figure('lag', ({ feedMs }) => known(feedMs, length)),
    figure('waiting', ({ waiting }) => known(waiting, count)),
    figure('streams', ({ streams }) => known(streams, count)),
    figure('memory', ({ memoryBytes }) =>
      known(memoryBytes, (bytes) => t('mb', { n: count(Math.round(bytes / BYTES_PER_MB)) })),
    ),
    figure('loop', ({ loopMs }) => known(loopMs, length)),
  ]
}

/** On a phone: the role with its machine, the state, when it was seen, and what a writer or another version is. */
export function useProcessLines(): RowLines<ProcessRow> {
  const { t } = useTranslation('processes')
  const ago = useAgo()
  return {
    what: ({ role, host }) => (
      <>
        {t(`role.${role}`)} · <Host>{host}</Host>
      </>
    ),
    amount: (process) => <State process={process} />,
    when: ({ seenMs }) => ago(seenMs),
    result: ({ lease, hasOtherVersion }) =>
      hasOtherVersion ? t('otherVersion') : lease === null ? null : t(`lease.${lease}`),
  }
}

function Name({ process: { role, host, pid } }: { process: ProcessRow }) {
  const { t } = useTranslation('processes')
  return (
    <>
      <chakra.span fontWeight="semibold">{t(`role.${role}`)}</chakra.span>
      <Note>
        <Host>{host}</Host>
      </Note>
      <Note>
        <Digits text={String(pid)} />
      </Note>
    </>
  )
}

function Version({ process: { version, hasOtherVersion } }: { process: ProcessRow }) {
  const { t } = useTranslation('processes')
  return (
    <>
      <bdi>{version}</bdi>
      {hasOtherVersion && (
        <Note color="gold" fontWeight="semibold">
          {t('otherVersion')}
        </Note>
      )}
    </>
  )
}

function State({ process, detailed = false }: { process: ProcessRow; detailed?: boolean }) {
  const { t } = useTranslation('processes')
  const { gone, role, rotation, lease, drain } = process
  const isIn = rotation === 'SERVING'
  return (
    <>
      <chakra.span fontWeight="semibold" color={gone ? 'sell' : isIn ? 'buy' : 'gold'}>
        {gone ? t('gone') : isIn && role !== 'api' ? t('running') : t(`rotation.${rotation}`)}
      </chakra.span>
      {detailed && !gone && lease !== null && <Note>{t(`lease.${lease}`)}</Note>}
      {detailed && drain && (
        <Note>
          {t('drainedBy', { name: drain.by })} <DateText at={drain.at} />
        </Note>
      )}
    </>
  )
}
