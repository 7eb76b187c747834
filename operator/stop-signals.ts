// Lists the signals that ask a program to stop: Ctrl-C, the end of a service, and the end of a terminal.
export const stopSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
