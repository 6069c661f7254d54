import { readFile } from 'node:fs/promises'
import * as z from 'zod/mini'

const Dashboard = z.object({
  title: z.string().check(z.minLength(1)),
  uid: z.string().check(z.minLength(1)),
  schemaVersion: z.literal(42),
  templating: z.object({ list: z.array(z.object({ name: z.string(), type: z.string(), query: z.string() })) }),
  panels: z.array(
    z.object({
      id: z.int(),
      type: z.enum(['row', 'stat', 'timeseries']),
      title: z.string().check(z.minLength(1)),
      gridPos: z.object({ h: z.int(), w: z.int(), x: z.int(), y: z.int() }),
      fieldConfig: z.optional(z.object({ defaults: z.object({ unit: z.string().check(z.minLength(1)) }) })),
      targets: z.optional(
        z.array(
          z.object({
            refId: z.string(),
            expr: z.string().check(z.minLength(1)),
            legendFormat: z.string(),
            datasource: z.object({
              type: z.literal('prometheus'),
              uid: z.string().check(z.regex(/^\$\{datasource\}$/)),
            }),
          }),
        ),
      ),
    }),
  ),
})

/** The dashboard for Grafana, in those parts of its schema that it uses. @throws Error for any other */
export const readDashboard = async () =>
  Dashboard.parse(JSON.parse(await readFile('src/deploy/dashboard.json', 'utf8')))

/** The names of metrics in a text of PromQL, but for those that Prometheus itself makes. What stands in quotes or names a label is none. */
export function metricsIn(expression: string): string[] {
  const bare = expression.replaceAll(/"[^"]*"/g, '')
  return [...new Set(bare.match(/\b(?:kimia|process|nodejs)_\w+/g) ?? [])]
}

/** The expressions of the alert rules, which stand one a line or in a folded block. */
export async function alertExpressions(): Promise<string[]> {
  const text = await readFile('src/deploy/alerts.yml', 'utf8')
  return [...text.matchAll(/^ {8}expr: (>-\n(?: {10}.+\n)+|.+\n)/gm)].map(([, expression = '']) => expression)
}
