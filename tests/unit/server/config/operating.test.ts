import { describe, expect, it } from 'vitest'
import { parseConfig } from '#server/config/config.ts'
import { REAL_VENDORS } from '#tests/builders/real-vendors.ts'

const PRODUCTION = {
  ...REAL_VENDORS,
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://kimia.example',
  ENCRYPTION_KEYS: `1:${Buffer.alloc(32, 1).toString('base64')}`,
}

describe('the settings of those who watch and keep a server', () => {
  it('take a file or an address as the place of the anchors', () => {
    const AUDIT_ANCHOR_URL = 'file:///mnt/anchors/audit.jsonl'
    expect(parseConfig({ AUDIT_ANCHOR_URL }).auditAnchorUrl?.pathname).toBe('/mnt/anchors/audit.jsonl')
    expect(parseConfig({}).auditAnchorUrl).toBeUndefined()
    for (const wrong of ['/mnt/anchors', 'ftp://anchors.example', 's3://anchors'])
      expect(() => parseConfig({ AUDIT_ANCHOR_URL: wrong })).toThrow(
        'AUDIT_ANCHOR_URL cannot be used: must be a file: or https: address',
      )
  })

  it('copy the built-in database alone while it serves', () => {
    const BACKUP_DIR = '/var/backups/kimia'
    expect(parseConfig({ BACKUP_DIR })).toMatchObject({ backUpDir: BACKUP_DIR, backUpEveryMs: 86_400_000 })
    const server = { BACKUP_DIR, DATABASE_URL: 'postgres://kimia@localhost/kimia' }
    expect(() => parseConfig(server)).toThrow('BACKUP_DIR is for the built-in database')
  })

  it('traces nothing without a receiver, every request with one, and another share where one is named', () => {
    const endpoint = 'http://127.0.0.1:4318'
    const traced = { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint }
    expect(parseConfig({ OTEL_TRACES_SAMPLER_ARG: '0.5' }).traces).toBeUndefined()
    expect(parseConfig(traced).traces).toEqual({ endpoint, share: 1 })
    expect(parseConfig({ ...traced, OTEL_TRACES_SAMPLER_ARG: '0.05' }).traces).toEqual({ endpoint, share: 0.05 })
    for (const wrong of ['2', '-1', '5%', '1.5', '.5'])
      expect(() => parseConfig({ ...traced, OTEL_TRACES_SAMPLER_ARG: wrong })).toThrow(/OTEL_TRACES_SAMPLER_ARG/)
    const far = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://traces.example:4318' }
    expect(() => parseConfig({ ...PRODUCTION, ...far })).toThrow(/OTEL_EXPORTER_OTLP_ENDPOINT must be https/)
  })
})
