import { chakra } from '@chakra-ui/react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Column } from '#client/ui/data-table.tsx'
import { DateText } from '#client/ui/date-text.tsx'
import type { RowLines } from '#client/ui/row-list.tsx'
import { useWide } from '#client/ui/use-wide.ts'
import { Digits } from '../names.tsx'
import { type ProcessRow, useAgo, useCount, useLength } from './process-words.ts'

const BYTES_PER_MB = 1024 * 1024

/** How many of a list are well, above it. */
export function Summary({ isWell, children }: { isWell: boolean; children: ReactNode }) {
  return (
    <chakra.p marginBlockEnd="2" fontSize="sm" fontWeight="medium" color={isWell ? 'fg.muted' : 'gold'}>
      {children}
    </chakra.p>
  )
}

export const Note = chakra('span', { base: { display: 'block', fontSize: 'xs', color: 'fg.muted' } })

/** A machine's name, which may be long and has no spaces. */
export const Host = chakra('bdi', { base: { overflowWrap: 'anywhere' } })

/** A figure with its unit in one line. */
const Figure = chakra('span', { base: { whiteSpace: 'nowrap' } })

/** The figures of a process; on a wide screen also what the lines of a phone's row say already. A figure that its role does not have is a dash. */
export function useProcessColumns(): readonly Column<ProcessRow>[] {
  const { t } = useTranslation('processes')
  const ago = useAgo()
  const count = useCount()
  const length = useLength()
  const isWide = useWide()
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
  const whenWide = (column: Column<ProcessRow>) => (isWide ? [column] : [])
  return [
    ...whenWide({ key: 'process', label: t('process'), cell: (process) => <Name process={process} /> }),
    { key: 'version', label: t('version'), cell: (process) => <Version process={process} /> },
    ...whenWide({
      key: 'state',
      label: t('state'),
      cell: (process) => (
        <>
          <State process={process} />
          <Place process={process} />
        </>
      ),
    }),
    { key: 'since', label: t('since'), cell: ({ startedAt }) => <DateText at={startedAt} /> },
    ...whenWide({ key: 'seen', label: t('seen'), cell: ({ seenMs }) => <Figure>{ago(seenMs)}</Figure> }),
    figure('lag', ({ feedMs }) => known(feedMs, length)),
    figure('waiting', ({ waiting }) => known(waiting, count)),
    figure('streams', ({ streams }) => known(streams, count)),
    figure('memory', ({ memoryBytes }) =>
      known(memoryBytes, (bytes) => t('mb', { n: count(Math.round(bytes / BYTES_PER_MB)) })),
    ),
    figure('loop', ({ loopMs }) => known(loopMs, length)),
  ]
}

/** On a phone: the role with its machine and number, the state, when it was seen, and its place among others. */
export function useProcessLines(): RowLines<ProcessRow> {
  const { t } = useTranslation('processes')
  const ago = useAgo()
  return {
    what: ({ role, host, pid }) => (
      <>
        {t(`role.${role}`)} · <Host>{host}</Host> <Pid pid={pid} />
      </>
    ),
    amount: (process) => <State process={process} />,
    when: ({ seenMs }) => `${t('seen')}: ${ago(seenMs)}`,
    result: (process) => (
      <>
        <Place process={process} />
        {process.hasOtherVersion && <Note color="gold">{t('otherVersion')}</Note>}
      </>
    ),
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
        <Pid pid={pid} />
      </Note>
    </>
  )
}

/** Parts two processes of a role on the same machine. */
function Pid({ pid }: Pick<ProcessRow, 'pid'>) {
  const { t } = useTranslation('processes')
  return (
    <chakra.span whiteSpace="nowrap" fontSize="xs" color="fg.muted" fontWeight="normal">
      {t('pid')} <Digits text={String(pid)} />
    </chakra.span>
  )
}

/** A writer's lease, or the operator who took it out of the rotation. A process that is gone has no place any more. */
function Place({ process: { gone, lease, drain } }: { process: ProcessRow }) {
  const { t } = useTranslation('processes')
  if (gone) return null
  return (
    <>
      {lease !== null && <Note>{t(`lease.${lease}`)}</Note>}
      {drain && (
        <Note>
          {t('drainedBy', { name: drain.by })} <DateText at={drain.at} />
        </Note>
      )}
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

function State({ process: { gone, role, rotation } }: { process: ProcessRow }) {
  const { t } = useTranslation('processes')
  const isIn = rotation === 'SERVING'
  const isLost = gone || rotation === 'CUT_OFF'
  return (
    <chakra.span fontWeight="semibold" color={isLost ? 'sell' : isIn ? 'buy' : 'gold'}>
      {gone ? t('gone') : isIn && role !== 'api' ? t('running') : t(`rotation.${rotation}`)}
    </chakra.span>
  )
}
