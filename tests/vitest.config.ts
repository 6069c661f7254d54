import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'

// Vitest 5 itself would take vite.config.ts, whose plugins build the app; tests need none of them.
const root = fileURLToPath(new URL('..', import.meta.url))

export default defineConfig({
  root,
  cacheDir: 'node_modules/.cache/vitest',
  test: {
    // A test that asserts nothing fails. What is polled for comes or does not, whatever the load of the machine.
    expect: { requireAssertions: true, poll: { timeout: 15_000 } },
    setupFiles: ['tests/setup/patience.ts'],
    hookTimeout: 120_000,
    teardownTimeout: 60_000,
    restoreMocks: true,
    unstubEnvs: true,
    unstubGlobals: true,
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          environment: 'node',
          // Long enough for a busy machine: a test that hangs is found all the same.
          testTimeout: 60_000,
          include: ['tests/unit/{domain,contract,server,sw,scripts}/**/*.test.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'property',
          environment: 'node',
          include: ['tests/property/**/*.test.ts'],
          // fast-check asserts by its own `assert`.
          expect: { requireAssertions: false },
          testTimeout: 240_000,
        },
      },
      {
        extends: true,
        plugins: [react()],
        test: {
          name: 'client',
          environment: 'jsdom',
          testTimeout: 60_000,
          include: ['tests/unit/client/**/*.test.{ts,tsx}'],
          setupFiles: ['tests/setup/testing-library.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'integration',
          environment: 'node',
          include: ['tests/integration/**/*.test.ts'],
          // Modules are read once per worker: a file brings its own servers and databases, and shares nothing that changes.
          isolate: false,
          maxWorkers: 2,
          testTimeout: 240_000,
          hookTimeout: 240_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'simulation',
          environment: 'node',
          include: ['tests/simulation/**/*.test.ts'],
          fileParallelism: false,
          testTimeout: 600_000,
          hookTimeout: 240_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'architecture',
          environment: 'node',
          include: ['tests/architecture/**/*.test.ts'],
          testTimeout: 120_000,
        },
      },
    ],
  },
})
