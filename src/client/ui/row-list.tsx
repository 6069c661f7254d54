import { chakra } from '@chakra-ui/react'
import { ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { type Column, DataTable } from './data-table.tsx'
import { Disclosure } from './disclosure.ts'
import { FactList } from './fact-list.tsx'
import { tableFigures } from './figures.ts'
import { useWide } from './use-wide.ts'

/** A row in two lines: what and how much, when and with what result. */
export interface RowLines<Row> {
  readonly what: (row: Row) => ReactNode
  readonly amount: (row: Row) => ReactNode
  readonly when: (row: Row) => ReactNode
  readonly result: (row: Row) => ReactNode
}

type RowListProps<Row> = {
  /** What is listed, for screen readers. */
  caption: string
  rows: readonly Row[]
  columns: readonly Column<Row>[]
  keyOf: (row: Row) => string
  lines: RowLines<Row>
  /** A button of each row: the last column of the table, and in reach beside the two lines. */
  action?: Column<Row>
  /** Little room for the table: on the trade page. */
  dense?: boolean
}

/** A table where there is room for its columns. Else rows of two lines, each of which opens to all that the table has of it. */
export function RowList<Row>({ lines, action, columns, ...table }: RowListProps<Row>) {
  const wide = useWide()
  if (wide) return <DataTable {...table} columns={action ? [...columns, action] : columns} />
  const { caption, rows, keyOf } = table
  return (
    <chakra.ul aria-label={caption} css={tableFigures}>
      {rows.map((row) => (
        <Place key={keyOf(row)} data-action={action && true}>
          <FoldedRow row={row} columns={columns} lines={lines} />
          {action && <div>{action.cell(row)}</div>}
        </Place>
      ))}
    </chakra.ul>
  )
}

const ACTION_WIDTH = '4.75rem'

/** The button is no part of what opens and closes, so that a press of it does neither. */
const Place = chakra('li', {
  base: {
    position: 'relative',
    borderTopWidth: '1px',
    borderColor: 'line',
    _first: { borderTopWidth: '0' },
    '&[data-action] summary': { paddingInlineEnd: ACTION_WIDTH },
    '& > div': { position: 'absolute', top: '1.5', insetInlineEnd: '0', display: 'grid', width: '4.25rem' },
    '& > div > button': { paddingInline: '1' },
  },
})

type FoldedRowProps<Row> = Pick<RowListProps<Row>, 'columns' | 'lines'> & { row: Row }

function FoldedRow<Row>({ row, columns, lines }: FoldedRowProps<Row>) {
  const named = columns.filter(({ unnamed }) => !unnamed)
  const others = columns.filter(({ unnamed }) => unnamed)
  return (
    <Disclosure>
      <summary>
        <chakra.div display="grid" gap="0.5" flex="1" minWidth="0" fontSize="sm">
          <Line>
            <span>{lines.what(row)}</span>
            <span>{lines.amount(row)}</span>
          </Line>
          <Line fontSize="xs" fontWeight="medium" color="fg.muted">
            <span>{lines.when(row)}</span>
            <span>{lines.result(row)}</span>
          </Line>
        </chakra.div>
        <ChevronDown size={16} aria-hidden="true" />
      </summary>
      <chakra.div paddingBottom="3">
        <FactList facts={named.map(({ label, cell }) => ({ label, value: cell(row) }))} />
        {others.map(({ key, cell }) => (
          <div key={key}>{cell(row)}</div>
        ))}
      </chakra.div>
    </Disclosure>
  )
}

/** The second goes below the first where both do not fit. */
const Line = chakra('div', {
  base: { display: 'flex', flexWrap: 'wrap', justifyContent: 'space-between', columnGap: '3', minWidth: '0' },
})
