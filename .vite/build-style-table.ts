import type { SystemContext } from '@chakra-ui/react'
import type { Styles, StyleTable } from '../src/client/ui/style-engine.ts'

type Values = Record<string, string>

/** Stands for any value that no token has. */
const PROBE = 'probe'

/** What the sources write: the style props and conditions that the table has to know. */
export interface Written {
  /** Whether the word appears at all. */
  readonly word: (word: string) => boolean
  /** Whether the word is written as a style prop. */
  readonly prop: (prop: string) => boolean
  /** Whether this text stands in quotes. */
  readonly text: (text: string) => boolean
  /** Whether this very value is written for this prop. */
  readonly value: (prop: string, value: string) => boolean
}

/**
 * Asks Chakra's own system what each style prop does, and writes the answers down for those that the sources use.
 * A prop that fits no rule of the table stops the build, so that none is silently without effect.
 */
export function buildStyleTable(system: SystemContext, written: Written): StyleTable {
  const shorthands = [...system.utility.shorthands].filter(([short]) => written.word(short))
  const full = new Set(shorthands.map(([, prop]) => prop))
  const utilities = Object.keys(system._config.utilities ?? {}).filter((prop) => full.has(prop) || written.word(prop))
  const sets: Record<string, Values> = {}
  const props: Record<string, { sets?: string[]; values?: string }> = {}
  const whole: Record<string, Record<string, Styles>> = {}
  for (const prop of utilities) {
    const rule = ruleOf({ system, prop, written })
    if (Object.keys(rule.whole).length > 0) whole[prop] = rule.whole
    const values = nameOfSet({ found: rule.values, sets, prop })
    if (values !== undefined || rule.sets)
      props[prop] = { ...(rule.sets && { sets: rule.sets }), ...(values && { values }) }
  }
  const conditions = system.conditions.keys().filter(written.word)
  return {
    shorthands: Object.fromEntries(shorthands),
    breakpoints: system.conditions.breakpoints,
    media: mediaOf(system, conditions),
    conditions: Object.fromEntries(conditions.map((key) => [key, system.conditions.resolve(key)])),
    props,
    values: sets,
    whole,
  }
}

interface Rule {
  /** `undefined` for the property of the prop's own name. */
  readonly sets: string[] | undefined
  readonly values: Values
  readonly whole: Record<string, Styles>
}

function ruleOf({ system, prop, written }: { system: SystemContext; prop: string; written: Written }): Rule {
  const targets = targetsOf(stylesOf(system, { prop, value: PROBE }))
  const rule: Rule = { sets: targets?.join() === prop ? undefined : targets, values: {}, whole: {} }
  for (const value of valuesOf(system, prop)) {
    const name = String(value)
    const styles = stylesOf(system, { prop, value })
    const single = targets && singleValueOf(styles, targets)
    if (single === undefined && (value === true || written.value(prop, name))) rule.whole[name] = styles
    const isRare = name.startsWith('-') || name.startsWith('colorPalette')
    if (single !== undefined && single !== name && (!isRare || written.text(name))) rule.values[name] = single
  }
  if (!targets && Object.keys(rule.whole).length === 0 && written.prop(prop))
    throw new Error(`the style prop ${prop} does more than the table of styles can say`)
  return rule
}

/** Props that look their values up in the same set share it. */
function nameOfSet({ found, sets, prop }: { found: Values; sets: Record<string, Values>; prop: string }) {
  if (Object.keys(found).length === 0) return undefined
  const key = JSON.stringify(found)
  const known = Object.keys(sets).find((name) => JSON.stringify(sets[name]) === key)
  if (known === undefined) sets[prop] = found
  return known ?? prop
}

/** Chakra's own types know every prop by name; here they are asked for one after the other. */
interface AnyCss {
  css(styles: object): object
}

function stylesOf(system: AnyCss, { prop, value }: { prop: string; value: unknown }): Styles {
  return { ...system.css({ [prop]: value }) }
}

/** The properties that take the value as it is; `undefined` where the prop makes something else of it. */
function targetsOf(styles: Styles): string[] | undefined {
  const targets = Object.keys(styles)
  return targets.length > 0 && targets.every((name) => styles[name] === PROBE) ? targets : undefined
}

function singleValueOf(styles: Styles, targets: readonly string[]): string | undefined {
  const values = new Set(Object.values(styles))
  const [value] = values
  if (values.size !== 1 || Object.keys(styles).join() !== targets.join()) return undefined
  return typeof value === 'string' ? value : undefined
}

/** Every value that means more than itself. */
function valuesOf(system: SystemContext, prop: string): (string | boolean)[] {
  const category = (name: string) => system.tokens.getCategoryValues(name)
  const values = system._config.utilities?.[prop]?.values
  if (typeof values === 'string') return Object.keys(category(values) ?? {})
  if (typeof values === 'function') return Object.keys(values((name: string) => category(name) ?? {}))
  if (Array.isArray(values)) return values.map(String)
  if (values?.type === 'boolean') return [true]
  return Object.keys(values ?? {})
}

/** In the order in which Chakra itself puts them. */
function mediaOf(system: SystemContext, conditions: readonly string[]): string[] {
  const names = conditions.filter((key) => !key.startsWith('_'))
  return Object.keys(system.css(Object.fromEntries(names.map((name) => [name, { color: 'red' }]))))
}
