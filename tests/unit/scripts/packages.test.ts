import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { unpinnedPackages } from '../../../src/scripts/packages.mjs'

const LINUX = { os: 'linux', cpu: 'x64', libc: 'glibc' }

describe('packages without a hash', () => {
  it('are found where the platform would install them', () => {
    const packages = {
      '': {},
      'node_modules/everywhere': { version: '1.0.0' },
      'node_modules/linked': { link: true },
      'node_modules/hashed': { version: '1.0.0', integrity: 'sha512-AA==' },
      'node_modules/deep/node_modules/@native/linux': {
        version: '1.0.0',
        os: ['linux'],
        cpu: ['x64'],
        libc: ['glibc'],
      },
      'node_modules/@native/musl': { version: '1.0.0', os: ['linux'], cpu: ['x64'], libc: ['musl'] },
      'node_modules/@native/mac': { version: '1.0.0', os: ['darwin'], cpu: ['arm64'] },
    }
    expect(unpinnedPackages(packages, LINUX)).toEqual(['everywhere', '@native/linux'])
    expect(unpinnedPackages(packages, { os: 'darwin', cpu: 'arm64', libc: 'musl' })).toEqual([
      'everywhere',
      '@native/mac',
    ])
  })

  it.each([LINUX, { ...LINUX, cpu: 'arm64' }])('are none of ours on %j', (platform) => {
    const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8'))
    expect(Object.keys(packages).length).toBeGreaterThan(500)
    expect(unpinnedPackages(packages, platform)).toEqual([])
  })
})

it('scripts of packages are not run, however they are installed', () => {
  expect(readFileSync('.npmrc', 'utf8').split('\n')).toContain('ignore-scripts=true')
})
