import { chakra } from '@chakra-ui/react'
import { ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { type Column, DataTable } from './data-table.tsx'
import { Disclosure } from './disclosure.ts'
import { FactList } from './fact-list.tsx'
import { useWide } from './use-wide.ts'

/** The two lines of a row: what and how much, then when and with what result. */
export interface RowLines<Row> {
  readonly what: (row: Row) => ReactNode
  readonly amount: (row: Row) => ReactNode
  readonly when: (row: Row) => ReactNode
  readonly result: (row: Row) => ReactNode
}

type RowListProps<Row> = {
  /** Describes the list to screen readers. */
  caption: string
  rows: readonly Row[]
  columns: readonly Column<Row>[]
  keyOf: (row: Row) => string
  lines: RowLines<Row>
  /** A button of each row: the last column of the table, or next to the two lines. */
  action?: Column<Row>
  /** For the trade page, where space is scarce. */
  dense?: boolean
}

/** A table if its columns fit. Otherwise rows of two lines, each of which opens to all columns of the table. */
export function RowList<Row>({ lines, action, columns, ...table }: RowListProps<Row>) {
  const wide = useWide()
  if (wide) return <DataTable {...table} columns={action ? [...columns, action] : columns} />
  const { caption, rows, keyOf } = table
  return (
    <chakra.ul aria-label={caption}>
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

/** The button is outside of the `summary`, so that a press does not open or close the row. */
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
        <chakra.div display="flex" flexWrap="wrap" gap="2">
          {others.map(({ key, cell }) => (
            <chakra.div key={key} _empty={{ display: 'none' }}>
              {cell(row)}
            </chakra.div>
          ))}
        </chakra.div>
      </chakra.div>
    </Disclosure>
  )
}

/** The second part wraps below the first if they do not fit side by side. */
const Line = chakra('div', {
  base: { display: 'flex', flexWrap: 'wrap', justifyContent: 'space-between', columnGap: '3', minWidth: '0' },
})
