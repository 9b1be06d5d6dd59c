// What the figures were measured on, as the machine itself tells it.
import os from 'node:os';

export function machineNow() {
  return {
    processor: os.cpus()[0]?.model ?? 'unknown',
    cores: os.cpus().length,
    memory_gb: Math.round(os.totalmem() / 2 ** 30),
    system: `${os.type()} ${os.release().split('-')[0]}, ${os.arch()}`,
    load: os.loadavg()[0],
  };
}

/** Lines of Markdown about the machine, the versions and the run. */
export function settingText({ machine, versions, size, repeat, repeatSlow, absent, minutes }) {
  const { processor, cores, memory_gb, system } = machine;
  const load = `load average ${machine.load.toFixed(1)} before and ${machine.loadAfter.toFixed(1)} after the run`;
  const runs = repeat === repeatSlow ? `best of ${repeat}` : `best of ${repeat}, slow ones of ${repeatSlow}`;
  return [
    `- machine: ${processor}, ${cores} cores, ${memory_gb} GB, ${system}; ${load}`,
    ...Object.entries(versions).map(([name, version]) => `- ${name}: ${version}`),
    ...(absent.length === 0 ? [] : [`- not installed: ${absent.join(', ')}`]),
    `- size ${size}, ${runs}, ${minutes.toFixed(0)} minutes in all`,
  ].join('\n');
}
