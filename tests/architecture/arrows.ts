import { roomOf } from './rooms.ts'
import { type Complaint, complain, type SourceFile } from './source-file.ts'

/** Imports against the table of rooms. */
export function checkArrows(files: SourceFile[]): Complaint[] {
  return files.flatMap((file) => {
    const from = roomOf(file.path)
    if (!from) return [complain(file, 0, 'lies in no room; see tests/architecture/rooms.ts')]
    const { room, name } = from
    const mayImport = typeof room.mayImport === 'function' ? room.mayImport(file.path) : room.mayImport
    return file.imports
      .filter(({ target, ours }) => {
        if (!ours) return room.packages !== undefined && !room.packages.test(target)
        return roomOf(target)?.name !== name && !mayImport.some((allowed) => allowed.test(target))
      })
      .map(({ target, offset }) => complain(file, offset, `${name} may not import ${target}`))
  })
}
