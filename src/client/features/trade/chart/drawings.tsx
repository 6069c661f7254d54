import { chakra } from '@chakra-ui/react'
import { useQuery } from '@tanstack/react-query'
import type { MouseEventParams, Time } from 'lightweight-charts'
import { Trash2 } from 'lucide-react'
import { useEffect, useEffectEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import * as z from 'zod/mini'
import { onUserDataWiped } from '#client/lib/wipe-user-data.ts'
import { IconButton } from '#client/ui/icon-button.tsx'
import { marketDetailsQuery } from '../market.queries.ts'
import { type Drawn, drawingsKey } from './chart-choice.ts'
import { letHold } from './hold.ts'
import type { PriceChart } from './price-chart.ts'
import { Drawing, movePart, Sketch } from './sketch.ts'

const Kept = z.array(Drawing)

function read(market: string): readonly Drawing[] {
  try {
    return Kept.parse(JSON.parse(localStorage.getItem(drawingsKey(market)) ?? '[]'))
  } catch {
    return []
  }
}

function keep(market: string, drawings: readonly Drawing[]): void {
  try {
    localStorage.setItem(drawingsKey(market), JSON.stringify(drawings))
  } catch {
    // Storage is refused.
  }
}

type DrawingsProps = { chart: PriceChart; market: string; tool: Drawn; onDrawn: () => void }

/**
 * The user's drawings on the chart of a market, kept on the device until the logout. With a tool in hand, a drag makes one; Escape undoes it. A tap
 * selects one, whose handles can be moved and which can be deleted.
 */
export default function Drawings({ chart, market, tool, onDrawn }: DrawingsProps) {
  const [drawings, setDrawings] = useState(() => read(market))
  const [selected, setSelected] = useState<number>()
  const sketch = useSketch(chart, market)
  useEffect(() => onUserDataWiped(() => setDrawings([])), [])
  useEffect(() => sketch?.show(drawings, selected), [sketch, drawings, selected])
  useEffect(() => {
    const finish = (next: readonly Drawing[]) => {
      setDrawings(next)
      setSelected(next.length === 0 ? undefined : next.length - 1)
      keep(market, next)
      onDrawn()
    }
    if (tool === '' || !sketch) return
    if (tool === 'clear') return finish([])
    const stopLeaving = onKeys(['Escape'], onDrawn)
    // The tool has come: what is dragged now is drawn.
    chart.place.style.cursor = 'crosshair'
    const stop = letHold(chart.place, (spot) => {
      const from = sketch.pointAt(spot)
      return {
        move: (to) => sketch.show([...drawings, { tool, from, to: sketch.pointAt(to) }]),
        drop: (to) => finish([...drawings, { tool, from, to: sketch.pointAt(to) }]),
        undo: () => sketch.show(drawings),
      }
    })
    return () => {
      chart.place.style.cursor = ''
      stopLeaving()
      stop()
    }
  }, [chart, market, tool, sketch, drawings, onDrawn])
  const drawing = selected === undefined ? undefined : drawings[selected]
  const change = (next: Drawing | undefined) => {
    const changed = drawings.flatMap((each) => (each === drawing ? (next ?? []) : each))
    setDrawings(changed)
    if (!next) setSelected(undefined)
    keep(market, changed)
  }
  if (!sketch || tool !== '' || drawings.length === 0) return null
  return (
    <>
      <Selecting {...{ chart, sketch }} onSelect={setSelected} />
      {drawing && <Selected key={selected} {...{ chart, sketch, drawing, drawings }} onChange={change} />}
    </>
  )
}

/** The sketch that is attached to the chart. */
function useSketch(chart: PriceChart, market: string): Sketch | undefined {
  const [sketch, setSketch] = useState<Sketch>()
  const tick = useQuery(marketDetailsQuery(market)).data?.tickSize
  useEffect(() => {
    if (tick === undefined) return
    const made = new Sketch(chart, tick)
    chart.prices.attachPrimitive(made)
    setSketch(made)
    return () => chart.unlessRemoved(() => chart.prices.detachPrimitive(made))
  }, [chart, tick])
  return sketch
}

/** Calls back at these keys, unless they are typed into a field. */
function onKeys(keys: readonly string[], onPress: () => void): () => void {
  const press = ({ key, target }: KeyboardEvent) => {
    const isTyped = target instanceof Element && target.matches('input, select, textarea')
    if (keys.includes(key) && (key === 'Escape' || !isTyped)) onPress()
  }
  window.addEventListener('keydown', press)
  return () => window.removeEventListener('keydown', press)
}

type SelectingProps = { chart: PriceChart; sketch: Sketch; onSelect: (at: number | undefined) => void }

/** A tap or a click selects what lies under it. The library tells these from the movements of its own. */
function Selecting({ chart, sketch, onSelect }: SelectingProps) {
  useEffect(() => {
    const select = ({ point, paneIndex }: MouseEventParams<Time>) =>
      onSelect(point && (paneIndex ?? 0) === 0 ? sketch.drawingAt(point) : undefined)
    chart.chart.subscribeClick(select)
    const stop = onKeys(['Escape'], () => onSelect(undefined))
    return () => {
      stop()
      chart.unlessRemoved(() => chart.chart.unsubscribeClick(select))
    }
  }, [chart, sketch, onSelect])
  return null
}

type SelectedProps = {
  chart: PriceChart
  sketch: Sketch
  drawing: Drawing
  drawings: readonly Drawing[]
  /** Receives the drawing moved, or nothing to delete it. */
  onChange: (next: Drawing | undefined) => void
}

function Selected({ chart, sketch, drawing, drawings, onChange }: SelectedProps) {
  const { t } = useTranslation('trade')
  // A new price renders this anew; what is held must not be let go then.
  const change = useEffectEvent(onChange)
  useEffect(() => {
    const at = drawings.indexOf(drawing)
    const stopDeleting = onKeys(['Delete', 'Backspace'], () => change(undefined))
    const stop = letHold(chart.place, (spot) => {
      const part = sketch.partAt(spot)
      if (!part) return undefined
      const from = sketch.pointAt(spot)
      return {
        move: (to) => sketch.show(drawings.with(at, movePart(drawing, { part, from, to: sketch.pointAt(to) })), at),
        drop: (to) => change(movePart(drawing, { part, from, to: sketch.pointAt(to) })),
        undo: () => sketch.show(drawings, at),
      }
    })
    return () => {
      stopDeleting()
      stop()
    }
  }, [chart, sketch, drawing, drawings])
  return (
    // On the left in both languages: time runs from left to right, and the newest prices are at the other end.
    <chakra.div
      position="absolute"
      top="0"
      zIndex="1"
      insetInlineStart="0"
      bg="raised"
      borderRadius="md"
      _rtl={{ insetInlineStart: 'auto', insetInlineEnd: '0' }}
    >
      <IconButton
        label={t('chart.undraw')}
        icon={<Trash2 size={18} aria-hidden="true" />}
        onClick={() => onChange(undefined)}
      />
    </chakra.div>
  )
}
