import { type Complaint, complain, type SourceFile, visit } from './source-file.ts'

const NOTE = /\b(TODO|FIXME|XXX|HACK)\b/
const SILENCER = /@ts-(ignore|nocheck)|eslint-disable/
const RUNNERS = /^(test|it|describe|suite)$/
const LEFT_OUT = /^(only|skip|todo|fixme|fails)$/

/** Notes to oneself and silenced checks, in comments. */
export function checkNotes(files: SourceFile[]): Complaint[] {
  return files.flatMap((file) =>
    file.comments.flatMap(({ value, start }) => {
      const found = NOTE.exec(value) ?? SILENCER.exec(value)
      return found ? [complain(file, start + 2 + found.index, `a leftover ${found[0]}`)] : []
    }),
  )
}

/** Printing to the console; the server has its log, the client its screen. */
export function checkConsole(files: SourceFile[]): Complaint[] {
  return files.flatMap((file) => {
    const complaints: Complaint[] = []
    visit(file, {
      MemberExpression({ object, start }) {
        if (object.type === 'Identifier' && object.name === 'console') {
          complaints.push(complain(file, start, 'prints to the console'))
        }
      },
    })
    return complaints
  })
}

/** Tests that run alone or not at all. `skipIf` says why, so it stays. */
export function checkLeftOutTests(files: SourceFile[]): Complaint[] {
  return files.flatMap((file) => {
    const complaints: Complaint[] = []
    visit(file, {
      MemberExpression({ object, property, end }) {
        if (property.type !== 'Identifier' || !LEFT_OUT.test(property.name)) return
        const runner =
          object.type === 'MemberExpression' && object.object.type === 'Identifier' ? object.object : object
        if (runner.type === 'Identifier' && RUNNERS.test(runner.name)) {
          complaints.push(complain(file, end, `a test left out or alone by .${property.name}`))
        }
      },
    })
    return complaints
  })
}
