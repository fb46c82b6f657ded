"""apps/examples/torch_data.py: its data sets by themselves, and in the DataLoader of PyTorch where that is installed."""

import importlib.util
import json
import pathlib

import numpy as np
import pytest

import sluice

EXAMPLE = pathlib.Path(__file__).resolve().parents[2] / "apps/examples/torch_data.py"
pytestmark = pytest.mark.skipif(not EXAMPLE.exists(), reason="the example is not here")


@pytest.fixture
def example():
    spec = importlib.util.spec_from_file_location("torch_data", EXAMPLE)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def loader():
    return pytest.importorskip("torch.utils.data", reason="no torch, so its DataLoader was not run").DataLoader


@pytest.fixture
def photos(tmp_path):
    folder = tmp_path / "photos"
    folder.mkdir()
    for i in range(7):
        ramp = np.arange((i + 5) * 6 * 3).reshape(i + 5, 6, 3) % 251
        sluice.write(folder / f"{i}.png", np.uint8(ramp + i))
    return folder


@pytest.fixture
def shards(photos, tmp_path, example):
    folder = tmp_path / "shards"
    (photos / "broken.png").write_text("no image")
    summary = sluice.batch(
        photos, folder, example.PIPELINE, shard_size=3, npy_layout="nchw", max_failures="1"
    )
    (photos / "broken.png").unlink()
    assert (summary.done, summary.failed) == (7, 1)
    return folder


def test_files_become_one_tensor(example, photos):
    files = example.Files(photos)
    batch, numbers = files.collate([files[i] for i in (5, 0)])
    assert batch.shape == (2, 3, 224, 224) and numbers.tolist() == [5, 0]
    for row, number in zip(batch, numbers):
        assert np.array_equal(row, sluice.tensor([photos / f"{number}.png"], example.PIPELINE)[0])


def test_shards_are_mapped_and_have_the_same_numbers(example, photos, shards):
    rows = example.Shards(shards)
    assert len(rows) == 7 and sorted(path.name for path in shards.glob("*.npy")) == [
        f"shard-00000{i}.npy" for i in range(3)
    ]
    for i in range(7):
        tensor, path = rows[i]
        assert pathlib.Path(path).name == f"{i}.png"
        assert np.array_equal(tensor, sluice.tensor([path], example.PIPELINE)[0])
    assert all(isinstance(array, np.memmap) for array in rows.arrays.values())
    lines = [json.loads(line) for index in shards.glob("*.jsonl") for line in open(index)]
    assert [pathlib.Path(line["path"]).name for line in lines if line["row"] is None] == ["broken.png"]


def test_tensors_go_to_others_by_dlpack_without_a_copy(photos):
    batch = sluice.tensor([photos / "0.png", photos / "0.png"], "crop 4x4+0+0", dtype="float16", layout="nhwc")
    assert np.shares_memory(np.from_dlpack(batch), batch) and batch.dtype == np.float16


def test_the_data_loader_of_torch_reads_files(example, photos, loader):
    import torch

    files = example.Files(photos)
    seen = []
    for batch, numbers in loader(files, batch_size=3, shuffle=True, collate_fn=files.collate):
        tensor = torch.from_numpy(batch)
        assert tensor.data_ptr() == batch.ctypes.data and tensor.dtype == torch.float32
        assert torch.equal(torch.from_dlpack(batch), tensor)
        expected = sluice.tensor([photos / f"{number}.png" for number in numbers], example.PIPELINE)
        assert np.array_equal(tensor.numpy(), expected)
        seen += numbers.tolist()
    assert sorted(seen) == list(range(7))


def test_the_data_loader_of_torch_reads_shards(example, shards, loader):
    seen = []
    for workers in (0, 2):
        for tensors, paths in loader(example.Shards(shards), batch_size=4, shuffle=True, num_workers=workers):
            for tensor, path in zip(tensors, paths):
                assert np.array_equal(tensor.numpy(), sluice.tensor([path], example.PIPELINE)[0])
            seen += [pathlib.Path(path).name for path in paths]
    assert sorted(seen) == sorted(2 * [f"{i}.png" for i in range(7)])


def test_torch_gives_pinned_or_shared_memory_that_the_device_writes_into(photos, loader):
    import torch

    place = torch.zeros(2, 3, 8, 8).share_memory_()
    sluice.tensor([photos / "3.png"] * 2, "letterbox 8x8 | convert pixel=f32", out=place.numpy())
    assert float(place.max()) > 0 and torch.equal(place[0], place[1])
