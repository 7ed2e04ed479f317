import { AsyncResource } from 'node:async_hooks'

/**
 * Calls `start`, whose hooks then run once for all test files of this process, and not for the file that calls this. A
 * group of files loads this module before its files, because Node finds the suite of a hook by the asynchronous resource
 * that adds it.
 */
export const outsideFiles = AsyncResource.bind(<T>(start: () => T): T => start())
