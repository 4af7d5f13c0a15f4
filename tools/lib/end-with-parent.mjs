// Loaded before the program: when the start command is killed hard, its end of this channel closes.
process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'))
process.channel?.unref()
